import { describe, expect, it } from 'vitest'
import type { AssistantAnswer } from '../../contract/index.ts'
import { runCommand } from './commands.ts'

const empty: AssistantAnswer = {
  id: '0198a000-0000-7000-8000-0000000000a1',
  intent: 'help',
  generated: true,
  sentences: [],
  sources: [],
  links: [],
  refused: false,
  stopped: false,
  readAt: '2026-11-29T14:02:00Z',
}

/** Runs the command over files that exist in memory only. */
async function run(
  args: readonly string[],
  files: Readonly<Record<string, string>> = {},
  answers: (question: string) => Partial<AssistantAnswer> = () => {
    throw new Error('Nothing was to be asked.')
  },
) {
  const [lines, errors]: [string[], string[]] = [[], []]
  const written = new Map<string, string>()
  let opened = 0
  const code = await runCommand(args, {
    read(file) {
      const text = files[file]
      if (text === undefined) throw Object.assign(new Error('no such file'), { code: 'ENOENT' })
      return text
    },
    list: folder => Object.keys(files).filter(file => file.startsWith(`${folder}/`)),
    write: (file, text) => void written.set(file, text),
    print: line => lines.push(line),
    printError: line => errors.push(line),
    openAnswers() {
      opened++
      return Promise.resolve({
        ask: ({ question }) => Promise.resolve({ ...empty, ...answers(question) }),
        close() {
          opened--
          return Promise.resolve()
        },
      })
    },
  })
  expect(opened).toBe(0)
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
  it('passes when every intent is right, with a byte order mark, and in a list named cases', async () => {
    expect(await run(['cases', 'f.json'], { 'f.json': `\uFEFF${file(right, right)}` })).toMatchObject({
      code: 0,
      lines: ['2 passed, 0 failed'],
    })
    expect((await run(['cases', 'f.json'], { 'f.json': JSON.stringify({ cases: [right] }) })).lines).toEqual([
      '1 passed, 0 failed',
    ])
  })
  it('names each question that was not recognised', async () => {
    expect(await run(['cases', 'f.json'], { 'f.json': file(right, { ...right, intent: 'write' }) })).toMatchObject({
      code: 1,
      lines: ['Row 1 en-US "how do I delete a rule": expected write, got help', '1 passed, 1 failed'],
    })
  })
  const helpSource = {
    id: 1,
    kind: 'help',
    title: { kind: 'term', list: 'helpTopic', value: 'rule' },
    detail: { kind: 'code', value: 'query-language.md' },
    href: '/rulesconfiguration?x=1',
  } as const
  it('asks the rows that cite something, and judges what the answers cite', async () => {
    const cites = (wanted: string | string[], question = right.question) => ({ ...right, question, cites: wanted })
    const rows = [
      cites(['help', '/rulesconfiguration']),
      cites('docs/query-language'),
      cites(['help', 'report']),
      { ...cites('help'), intent: 'write' },
      right,
    ]
    const asked: string[] = []
    const { code, lines } = await run(['cases', 'f.json'], { 'f.json': file(...rows) }, question => {
      asked.push(question)
      return { sources: [helpSource] }
    })
    expect(asked).toHaveLength(3)
    expect({ code, lines }).toEqual({
      code: 1,
      lines: [
        'Row 2 en-US "how do I delete a rule": expected help, got no citation of report; cited: help /rulesconfiguration?x=1',
        'Row 3 en-US "how do I delete a rule": expected write, got help',
        '3 passed, 2 failed',
      ],
    })
  })
  it('fails a row whose answer is refused or cannot be given, and passes one about a record that does not exist', async () => {
    const row = { ...right, cites: 'help' }
    const passedBy = async (answers: Parameters<typeof run>[2]) =>
      (await run(['cases', 'f.json'], { 'f.json': file(row) }, answers)).lines
    expect(
      await passedBy(() => ({
        refused: true,
        sentences: [{ message: 'Assistant.Sentence.NoRight', values: {}, sources: [] }],
      })),
    ).toEqual([
      'Row 0 en-US "how do I delete a rule": expected help, got no citation of help; cited: nothing',
      '0 passed, 1 failed',
    ])
    expect(await passedBy(undefined)).toEqual([
      'Row 0 en-US "how do I delete a rule": expected help, got Nothing was to be asked.',
      '0 passed, 1 failed',
    ])
    expect(
      await passedBy(() => ({ sentences: [{ message: 'Assistant.Sentence.NotFound', values: {}, sources: [] }] })),
    ).toEqual([
      'Row 0 en-US "how do I delete a rule": the sample data has no such record; passed by its intent',
      '1 passed, 0 failed',
    ])
  })
  it.each([
    [{ ...right, locale: 'sv-SE' }, /^Row 0: locale: /],
    [{ ...right, intent: 'dance' }, /^Row 0: intent: /],
    [{ ...right, question: '' }, /^Row 0: question: /],
    [{ ...right, page: undefined }, /^Row 0: page: /],
    ['a text', /^Row 0: /],
    [null, /^Row 0: /],
  ])('names the malformed row %#', async (row, message) => {
    const { code, lines } = await run(['cases', 'f.json'], { 'f.json': file(row, right) })
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
  ])('%j is refused', async (args, message) => {
    const { code, lines, errors } = await run(args, { 'broken.json': '[', 'other.json': '{}' })
    expect({ code, lines }).toEqual({ code: 2, lines: [] })
    expect(errors).toEqual([expect.stringMatching(message)])
  })
})

describe('train', () => {
  it('writes the weights of the questions of a folder', async () => {
    const { code, lines, written } = await run(['train', 'a', '--out', 'w.json'], {
      'a/x.json': file(right, { ...right, question: 'delete rule X', intent: 'write' }),
    })
    expect(code).toBe(0)
    expect(lines).toEqual([expect.stringMatching(/^2 questions, \d+ signals$/)])
    expect(JSON.parse(written.get('w.json') ?? '')).toHaveProperty('bias')
  })
})
