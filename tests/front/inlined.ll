; An inlined position knows the call it came from: outer and inner are inlined into top.
; ModuleID = 'inlined.c'
source_filename = "inlined.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @top(ptr noundef %p) #0 !dbg !10 {
entry:
  %p.addr.i2 = alloca ptr, align 8
  %p.addr.i1 = alloca ptr, align 8
  %p.addr.i = alloca ptr, align 8
  %one.i = alloca i32, align 4
  %p.addr = alloca ptr, align 8
  store ptr %p, ptr %p.addr, align 8
    #dbg_declare(ptr %p.addr, !16, !DIExpression(), !17)
  %0 = load ptr, ptr %p.addr, align 8, !dbg !18
  store ptr %0, ptr %p.addr.i, align 8
    #dbg_declare(ptr %p.addr.i, !19, !DIExpression(), !21)
    #dbg_declare(ptr %one.i, !23, !DIExpression(), !24)
  %1 = load ptr, ptr %p.addr.i, align 8, !dbg !25
  store ptr %1, ptr %p.addr.i2, align 8
    #dbg_declare(ptr %p.addr.i2, !26, !DIExpression(), !28)
  %2 = load ptr, ptr %p.addr.i2, align 8, !dbg !30
  %3 = load i32, ptr %2, align 4, !dbg !31
  store i32 %3, ptr %one.i, align 4, !dbg !24
  %4 = load i32, ptr %one.i, align 4, !dbg !32
  %5 = load ptr, ptr %p.addr.i, align 8, !dbg !33
  %add.ptr.i = getelementptr inbounds i32, ptr %5, i64 1, !dbg !34
  store ptr %add.ptr.i, ptr %p.addr.i1, align 8
    #dbg_declare(ptr %p.addr.i1, !26, !DIExpression(), !35)
  %6 = load ptr, ptr %p.addr.i1, align 8, !dbg !37
  %7 = load i32, ptr %6, align 4, !dbg !38
  %add.i = add nsw i32 %4, %7, !dbg !39
  ret i32 %add.i, !dbg !40
}

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6, !7, !8}
!llvm.ident = !{!9}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "Debian clang version 19.1.7 (3~deb12u1)", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "inlined.c", directory: "/src", checksumkind: CSK_MD5, checksum: "ddedc74c899cbff7f577656f7f751d16")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 8, !"PIC Level", i32 2}
!6 = !{i32 7, !"PIE Level", i32 2}
!7 = !{i32 7, !"uwtable", i32 2}
!8 = !{i32 7, !"frame-pointer", i32 2}
!9 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!10 = distinct !DISubprogram(name: "top", scope: !1, file: !1, line: 14, type: !11, scopeLine: 15, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !15)
!11 = !DISubroutineType(types: !12)
!12 = !{!13, !14}
!13 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!14 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !13, size: 64)
!15 = !{}
!16 = !DILocalVariable(name: "p", arg: 1, scope: !10, file: !1, line: 14, type: !14)
!17 = !DILocation(line: 14, column: 14, scope: !10)
!18 = !DILocation(line: 16, column: 15, scope: !10)
!19 = !DILocalVariable(name: "p", arg: 1, scope: !20, file: !1, line: 8, type: !14)
!20 = distinct !DISubprogram(name: "outer", scope: !1, file: !1, line: 8, type: !11, scopeLine: 9, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0, retainedNodes: !15)
!21 = !DILocation(line: 8, column: 61, scope: !20, inlinedAt: !22)
!22 = distinct !DILocation(line: 16, column: 9, scope: !10)
!23 = !DILocalVariable(name: "one", scope: !20, file: !1, line: 10, type: !13)
!24 = !DILocation(line: 10, column: 6, scope: !20, inlinedAt: !22)
!25 = !DILocation(line: 10, column: 18, scope: !20, inlinedAt: !22)
!26 = !DILocalVariable(name: "p", arg: 1, scope: !27, file: !1, line: 3, type: !14)
!27 = distinct !DISubprogram(name: "inner", scope: !1, file: !1, line: 3, type: !11, scopeLine: 4, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0, retainedNodes: !15)
!28 = !DILocation(line: 3, column: 61, scope: !27, inlinedAt: !29)
!29 = distinct !DILocation(line: 10, column: 12, scope: !20, inlinedAt: !22)
!30 = !DILocation(line: 5, column: 10, scope: !27, inlinedAt: !29)
!31 = !DILocation(line: 5, column: 9, scope: !27, inlinedAt: !29)
!32 = !DILocation(line: 11, column: 9, scope: !20, inlinedAt: !22)
!33 = !DILocation(line: 11, column: 21, scope: !20, inlinedAt: !22)
!34 = !DILocation(line: 11, column: 23, scope: !20, inlinedAt: !22)
!35 = !DILocation(line: 3, column: 61, scope: !27, inlinedAt: !36)
!36 = distinct !DILocation(line: 11, column: 15, scope: !20, inlinedAt: !22)
!37 = !DILocation(line: 5, column: 10, scope: !27, inlinedAt: !36)
!38 = !DILocation(line: 5, column: 9, scope: !27, inlinedAt: !36)
!39 = !DILocation(line: 11, column: 13, scope: !20, inlinedAt: !22)
!40 = !DILocation(line: 16, column: 2, scope: !10)
