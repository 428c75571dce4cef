import { describe, expect, it } from 'vitest'
import { runCommand } from './commands.ts'

/** Runs the command over files that exist in memory only. */
function run(args: readonly string[], files: Readonly<Record<string, string>> = {}) {
  const [lines, errors]: [string[], string[]] = [[], []]
  const written = new Map<string, string>()
  const code = runCommand(args, {
    read(file) {
      const text = files[file]
      if (text === undefined) throw Object.assign(new Error('no such file'), { code: 'ENOENT' })
      return text
    },
    list: folder => Object.keys(files).filter(file => file.startsWith(`${folder}/`)),
    write: (file, text) => void written.set(file, text),
    print: line => lines.push(line),
    printError: line => errors.push(line),
  })
  return { code, lines, errors, written }
}

const right = {
  locale: 'en-US',
  role: 'FraudEngineer',
  environment: 'Harbor',
  page: '/fraud/purchase/rules',
  question: 'how do I delete a rule',
  intent: 'help',
}
const file = (...rows: unknown[]): string => JSON.stringify(rows)

describe('cases', () => {
  it('passes when every intent is right, with a byte order mark, and in a list named cases', () => {
    expect(run(['cases', 'f.json'], { 'f.json': `\uFEFF${file(right, right)}` })).toMatchObject({
      code: 0,
      lines: ['2 passed, 0 failed'],
    })
    expect(run(['cases', 'f.json'], { 'f.json': JSON.stringify({ cases: [right] }) }).lines).toEqual([
      '1 passed, 0 failed',
    ])
  })
  it('names each question that was not recognised', () => {
    expect(run(['cases', 'f.json'], { 'f.json': file(right, { ...right, intent: 'write' }) })).toMatchObject({
      code: 1,
      lines: ['Row 1 en-US "how do I delete a rule": expected write, got help', '1 passed, 1 failed'],
    })
  })
  it('judges a row that cites something by its intent', () => {
    expect(run(['cases', 'f.json'], { 'f.json': file({ ...right, cites: ['docs/rules'] }) }).code).toBe(0)
  })
  it.each([
    [{ ...right, locale: 'sv-SE' }, /^Row 0: locale: /],
    [{ ...right, intent: 'dance' }, /^Row 0: intent: /],
    [{ ...right, question: '' }, /^Row 0: question: /],
    [{ ...right, page: undefined }, /^Row 0: page: /],
    ['a text', /^Row 0: /],
    [null, /^Row 0: /],
  ])('names the malformed row %#', (row, message) => {
    const { code, lines } = run(['cases', 'f.json'], { 'f.json': file(row, right) })
    expect(code).toBe(1)
    expect(lines).toEqual([expect.stringMatching(message), '1 passed, 1 failed'])
  })
  it.each([
    [['cases'], /^Usage: /],
    [['judge', 'f.json'], /^Usage: /],
    [['cases', 'f.json', 'g.json'], /^Usage: /],
    [['train', 'folder'], /^Usage: /],
    [['cases', 'missing.json'], /^There is no file missing\.json\.$/],
    [['cases', 'broken.json'], /^broken\.json: .*JSON/],
    [['cases', 'other.json'], /^other\.json is no list of questions\.$/],
  ])('%j is refused', (args, message) => {
    const { code, lines, errors } = run(args, { 'broken.json': '[', 'other.json': '{}' })
    expect({ code, lines }).toEqual({ code: 2, lines: [] })
    expect(errors).toEqual([expect.stringMatching(message)])
  })
})

describe('train', () => {
  it('writes the weights of the questions of a folder', () => {
    const { code, lines, written } = run(['train', 'a', '--out', 'w.json'], {
      'a/x.json': file(right, { ...right, question: 'delete rule X', intent: 'write' }),
    })
    expect(code).toBe(0)
    expect(lines).toEqual([expect.stringMatching(/^2 questions, \d+ signals$/)])
    expect(JSON.parse(written.get('w.json') ?? '')).toHaveProperty('bias')
  })
})
