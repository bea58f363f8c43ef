// Why no test notices a mistake: the file, a part of what is replaced, a part of what takes its place, and the reason.
export const reasons = [
  ['src/lib/file-lock.ts', 'readHolder(', ').nonce', 'the same result'],
  ['src/lib/file-lock.ts', "''", "'mutated'", 'the same result'],
  ['src/lib/file-lock.ts', 'clock.now() > deadline', '>=', 'only at that very millisecond'],
  ['src/lib/file-lock.ts', '< abandonedMs', '<=', 'only at that very millisecond'],
  ['src/lib/home-directory.ts', '{\n    return undefined;\n  }', '{}', 'the same result'],
  ['src/lib/pieces.ts', 'spare.push(this.#piece);', ';', 'only faster or in less memory'],
  [
    'src/lib/pieces.ts',
    '() => spare.push(piece)',
    '() => undefined',
    'only faster or in less memory',
  ],
  ['src/lib/process-start.ts', '{\n    return undefined;\n  }', '{}', 'the same result'],
  ['src/lib/process-start.ts', 'boot_id', ').trim()', 'the compiler cannot rule it out'],
  ['src/lib/runtime.ts', 'signal?.reason', 'signal.reason', 'the compiler cannot rule it out'],
  ['src/lib/sealed-state.ts', '{\n    return undefined;\n  }', '{}', 'the same result'],
  ['src/lib/system-error.ts', "=== 'linux'", 'true', 'another system'],
];
