# The lines of the README, in a temporary home, and the files that they install.

mkdir "$T/home"
block sh >"$T/lines.sh"
check the_lines_of_the_readme_run env HOME="$T/home" bash -e "$T/lines.sh"
in_its_folder() {
    local folder
    folder=$(jq -r '"\(.publisher).\(.name)-\(.version)"' "$VSCODE/package.json")
    [ -s "$T/home/.vscode/extensions/$folder/package.json" ]
}
check the_extension_is_where_its_name_says in_its_folder
installs() {
    make -s install DESTDIR="$T/root" PREFIX=/usr &&
        diff -r docs/editors "$T/root/usr/share/eddie/editors"
}
check install_brings_all_of_it installs
