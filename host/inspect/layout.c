#include "host/inspect/layout.h"
#include <math.h>

#define WIDTH_DEFAULT 0.30f           // as a fraction of the window's width
#define WIDTH_DEFAULT_MIN 310.0f      // points
#define WIDTH_DEFAULT_MAX 460.0f
#define WIDTH_MIN 200.0f
#define HEAD 30.0f
#define FILTER_BOX 24.0f
#define GAP 6.0f
#define FOOTER 46.0f
#define PINS_HEIGHT_MAX 0.4f      // of all pins, as a fraction of the window's height
#define SCROLLBAR_WIDTH 9.0f
#define THUMB_MIN 24.0f

static float panel_width(const host_Inspect *inspect, float window)
{
    float asked = inspect->width > 0
                    ? inspect->width
                    : fminf(fmaxf(window * WIDTH_DEFAULT, WIDTH_DEFAULT_MIN), WIDTH_DEFAULT_MAX);
    return floorf(fminf(fmaxf(asked, WIDTH_MIN), window / 2));
}

static void place_scrollbar(host_Inspect *inspect)
{
    const host_Area *list = &inspect->list;
    inspect->scrollbar = (host_Area){ list->x + list->w, list->y, SCROLLBAR_WIDTH, list->h };
    f64 total = (f64)inspect->total, page = (f64)inspect->page;
    f64 size = total > page ? fmax((f64)list->h * page / total, THUMB_MIN) : 0;
    f64 fraction = total > page ? (f64)inspect->first / (total - page) : 0;
    float y = list->y + (float)(fraction * ((f64)list->h - size));
    inspect->thumb = (host_Area){ list->x + list->w + 2, y, SCROLLBAR_WIDTH - 4, (float)size };
}

void host_inspect_layout(host_Inspect *inspect, const host_Window *window)
{
    float scale = host_window_points(window).scale;
    float w = (float)window->width / scale, h = (float)window->height / scale;
    float width = panel_width(inspect, w), x = floorf(w - width), y = HEAD + FILTER_BOX + GAP;
    inspect->panel = (host_Area){ x, 0, width, h };
    inspect->filter_box = (host_Area){ x + 10, HEAD, width - 20, FILTER_BOX };
    float room = fmaxf(h * PINS_HEIGHT_MAX, HOST_ROW_HEIGHT);
    float pins = (float)inspect->pin_count * HOST_ROW_HEIGHT;
    inspect->pins_shown = (u32)(fminf(pins, room) / HOST_ROW_HEIGHT);
    inspect->pins_y = y;
    if (inspect->pins_shown) y += (float)inspect->pins_shown * HOST_ROW_HEIGHT + GAP + 1;
    inspect->list =
        (host_Area){ x, y, width - SCROLLBAR_WIDTH, fmaxf(h - FOOTER - y, HOST_ROW_HEIGHT) };
    u32 page = (u32)(inspect->list.h / HOST_ROW_HEIGHT);
    const u32 most = HOST_SHOWN_MAX - HOST_PINS_MAX;
    inspect->page = page > most ? most : page;
    inspect->footer = (host_Area){ x, h - FOOTER, width, FOOTER };
    place_scrollbar(inspect);
}

bool host_inspect_is_over_edge(const host_Inspect *inspect)
{
    return fabsf(inspect->mouse_x - inspect->panel.x) <= HOST_EDGE_REACH;
}
