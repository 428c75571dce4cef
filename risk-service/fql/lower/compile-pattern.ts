import { RE2JS } from 're2js'

/** Elements of a pattern after its repetitions are written out: one that is larger takes too long to compile. */
export const maxPatternSize = 20_000
const cacheSize = 1000
const compiled = new Map<string, RE2JS>()

const repetition = /\{(\d+)(,?)(\d*)\}/y

/**
 * Returns the number of elements of a pattern with its repetitions written out, as the compiler does it: `(ab){3}` has
 * six. An estimate that is made before anything is compiled; a pattern that is not valid has any number.
 */
export function patternSize(pattern: string): number {
  /** Size of each open group before its last element, and of that element. */
  const groups: { before: number; last: number }[] = [{ before: 0, last: 0 }]
  for (let at = 0; at < pattern.length; at++) {
    const group = groups.at(-1) ?? { before: 0, last: 0 }
    const add = (size: number) => {
      group.before += group.last
      group.last = size
    }
    const character = pattern[at]
    if (character === '\\') {
      at++
      add(1)
    } else if (character === '[') {
      // A bracket that closes nothing is the first character of its class.
      for (at += pattern[at + 1] === '^' ? 3 : 2; at < pattern.length && pattern[at] !== ']'; at++)
        if (pattern[at] === '\\') at++
      add(1)
    } else if (character === '(') groups.push({ before: 0, last: 0 })
    else if (character === ')' && groups.length > 1) {
      groups.pop()
      const outer = groups.at(-1)
      if (outer) {
        outer.before += outer.last
        outer.last = group.before + group.last
      }
    } else if (character === '{') {
      repetition.lastIndex = at
      const found = repetition.exec(pattern)
      if (found === null) add(1)
      else {
        group.last *= Math.max(1, Number(found[3] || found[1]))
        at += found[0].length - 1
      }
    } else add(1)
  }
  return groups.reduce((sum, { before, last }) => sum + before + last, 0)
}

/**
 * Compiles a pattern, or returns it as it was compiled before: an editor compiles the same ones after each change.
 * @throws RE2JSSyntaxException for a pattern that is not valid
 */
export function compilePattern(pattern: string): RE2JS {
  const known = compiled.get(pattern)
  const result = known ?? RE2JS.compile(pattern)
  compiled.delete(pattern)
  if (compiled.size >= cacheSize) compiled.delete(compiled.keys().next().value ?? '')
  compiled.set(pattern, result)
  return result
}
