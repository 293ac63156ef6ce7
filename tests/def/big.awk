# A schema of n structs with every kind of field and attribute: 18500 make 10 MB.
BEGIN {
    for (s = 0; s < n; s++) {
        print "/// Struct number " s "."
        print "struct S" s " [[key(id), was(Old" s "), upgrade(upgrade" s ")]] {"
        print "    u32 id;\n    ref(S" s ") next;\n    f32 x [[was(pos.x)]];\n    U" s " body = {.b = 5};"
        print "    f32 hp [[was(health" s "), range(0, 100), unit(\"m\")]] = 100;"
        print "    S" (s % 20 ? s - 1 : "pecial") " inner [[optional]];"
        print "    char name[32] = \"eddie\";\n    u8 bag[..8];\n    u32 list[];"
        for (i = 0; i < 10; i++) print "    u32 v" i " = " i ";"
        print "}\nunion U" s " { f32 a; u32 b; S" s " many[]; }"
    }
    print "struct Special { u32 x; }\nstate Game {"
    for (s = 0; s < n; s++) print "    S" s " pool" s "[..64] [[pool]];"
    print "}"
}
