import { describe, expect, it } from 'vitest'
import { runCommand } from './commands.ts'

/** Runs the command over files that exist in memory only. */
function run(args: readonly string[], files: Readonly<Record<string, string>> = {}) {
  const [lines, errors]: [string[], string[]] = [[], []]
  const code = runCommand(args, {
    read(file) {
      const text = files[file]
      if (text === undefined) throw Object.assign(new Error('no such file'), { code: 'ENOENT' })
      return text
    },
    print: line => lines.push(line),
    printError: line => errors.push(line),
  })
  return { code, lines, errors }
}

const rows = [{ id: 'a', time: '2025-03-03T10:00:00Z', decision: 'Approve', score: 12 }]
const file = (...checks: object[]): string => JSON.stringify({ cases: [{ id: 'X1', input: { rows }, checks }] })
const right = { function: 'filterRows', params: { scoreFrom: 9 }, expected: { scoreRange: [0, 999], ids: ['a'] } }

describe('cases', () => {
  it('shows what was expected and what was computed', () => {
    expect(run(['cases', 'f.json'], { 'f.json': `\uFEFF${file(right)}` })).toEqual({
      code: 0,
      lines: [
        'X1 filterRows {"scoreFrom":9}: passed',
        '  expected {"scoreRange":[0,999],"ids":["a"]}',
        '  got      {"scoreRange":[0,999],"ids":["a"]}',
        '1 passed, 0 failed',
      ],
      errors: [],
    })
  })
  it('fails where one check fails', () => {
    const { code, lines } = run(['cases', 'f.json'], {
      'f.json': file(right, { ...right, expected: { scoreRange: [0, 999], ids: [] } }, { function: 'no', expected: 1 }),
    })
    expect(code).toBe(1)
    expect(lines).toContain('  ids: expected 0 items, got 1')
    expect(lines).toContain('  There is no calculation no.')
    expect(lines.at(-1)).toBe('1 passed, 2 failed')
  })
  it.each([
    [['cases'], /^Usage: /],
    [['check', 'f.json'], /^Usage: /],
    [['cases', 'f.json', 'g.json'], /^Usage: /],
    [['cases', 'missing.json'], /^There is no file missing\.json\.$/],
    [['cases', 'broken.json'], /^broken\.json: .*JSON/],
    [['cases', 'other.json'], /^other\.json is no file of report cases: cases: /],
    [['cases', 'list.json'], /^list\.json is no file of report cases: /],
  ])('%j is refused', (args, message) => {
    const { code, lines, errors } = run(args, { 'broken.json': '{"cases": [', 'other.json': '{}', 'list.json': '[]' })
    expect({ code, lines }).toEqual({ code: 2, lines: [] })
    expect(errors).toEqual([expect.stringMatching(message)])
  })
})
