/** Sizes of the installation that moves in. */
export const movedSizes = { rules: 200, velocities: 50, lists: 100, rows: 200, environments: 12 }

interface SourceFile {
  path: string
  text: string
}
const numbers = (count: number): number[] => Array.from({ length: count }, (_each, index) => index + 1)

/** Returns the files of a large installation: every rule reads a list and a velocity. */
export function movedFiles(sizes = movedSizes): SourceFile[] {
  const perSet = 10
  return [
    ...numbers(sizes.rules).map(number => ({
      path: `rules/purchase/Moved ${number}.fql`,
      text: [
        '// Condition',
        'WHEN @"productList.type" == "Digital"',
        '// Clause: Listed',
        `RETURN Reject("listed ${number}") WHEN ContainsKey("Moved list ${(number % sizes.lists) + 1}", "Key", @"user.email")`,
        '// Clause: Often',
        `RETURN Review("often ${number}") WHEN Velocity.moved${(number % sizes.velocities) + 1}(@"user.userId", 7d) > ${number}`,
        '// Clause: Large',
        `RETURN Reject("large ${number}") WHEN @"totalAmount" > ${900 + number}`,
        '',
      ].join('\n'),
    })),
    ...numbers(Math.ceil(sizes.velocities / perSet)).map(set => ({
      path: `velocities/Moved set ${set}.fql`,
      text: numbers(Math.min(perSet, sizes.velocities - (set - 1) * perSet))
        .map(number => (set - 1) * perSet + number)
        .map(
          number =>
            `// Velocity: moved${number}\nSELECT Count() AS moved${number}\nFROM Purchase\nGROUPBY @"user.userId"\n`,
        )
        .join(''),
    })),
    ...numbers(sizes.lists).map(number => ({
      path: `lists/custom/Moved list ${number}.csv`,
      text: `Key,Reason\n${numbers(sizes.rows)
        .map(row => `buyer${row}@list${number}.example,moved\n`)
        .join('')}`,
    })),
    {
      path: 'environments.json',
      text: JSON.stringify(numbers(sizes.environments).map(number => ({ name: `Moved-${number}` }))),
    },
  ]
}
