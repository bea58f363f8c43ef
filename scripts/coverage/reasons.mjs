// Why a branch is not reached: a pattern of `file: line`, and the reason. The first that fits counts.
export const reasons = [
  [
    /^src\/lib\/end-tree|win32|taskkill|batchFile|O_NONBLOCK|O_NOFOLLOW|root of a Windows|above !== path/,
    'another system',
  ],
  [
    /above === directory|does not exist`\)|readText\('\/proc|hostname\(\)|: \{\};/,
    'another system',
  ],
  [/^src\/lib\/installation\.ts/, 'only the standalone executable, which has tests of its own'],
  [
    /\?\? ''|\?\? 0|= ''|= \[\]|= 0,|\.exec\(|\?\? 'none'|String\(error\)|\?\? \[\]|typeof location/,
    'the compiler cannot rule it out',
  ],
  [/instanceof|throw error;|\? error\.with/, 'an error that is not of the tool is thrown on'],
  [/file-lock|answer-spool|key-command|pending|small-file/, 'another process, at this very moment'],
];
