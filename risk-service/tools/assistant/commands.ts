import {
  type AskQuestion,
  judgeCitations,
  judgeQuestions,
  knownQuestionSchema,
  type Verdict,
} from '../../features/assistant/evaluation/judge-questions.ts'
import { trainOnQuestions } from '../../features/assistant/evaluation/train-on-questions.ts'

/** The files and the output of the command, injected so that it can be tested without a process. */
export interface Terminal {
  read: (file: string) => string
  /** Paths of the JSON files in a folder. */
  list: (folder: string) => string[]
  write: (file: string, text: string) => void
  print: (line: string) => void
  printError: (line: string) => void
  /** Opens a service that answers questions, for the rows that say what has to be cited. */
  openAnswers: () => Promise<{ ask: AskQuestion; close: () => Promise<void> }>
}

const usage = [
  'Usage: npm run --silent assistant -- cases FILE.json',
  '       npm run --silent assistant -- train FOLDER… --out FILE.json',
].join('\n')

/** Reads a list of rows. @throws Error that names the file and what is wrong with it */
function readRows(file: string, read: Terminal['read']): unknown[] {
  let content: unknown
  try {
    content = JSON.parse(read(file).replace(/^\uFEFF/, ''))
  } catch (thrown) {
    const missing = thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT'
    throw new Error(
      missing ? `There is no file ${file}.` : `${file}: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
      { cause: thrown },
    )
  }
  const rows = typeof content === 'object' && content !== null && 'cases' in content ? content.cases : content
  if (!Array.isArray(rows)) throw new Error(`${file} is no list of questions.`)
  return rows
}

async function judge(rows: readonly unknown[], openAnswers: Terminal['openAnswers']): Promise<Verdict[]> {
  const verdicts = judgeQuestions(rows)
  if (!verdicts.some(verdict => verdict.kind === 'passed' && verdict.question.cites !== undefined)) return verdicts
  const answers = await openAnswers()
  try {
    return await judgeCitations(verdicts, answers.ask)
  } finally {
    await answers.close()
  }
}

async function runCases(file: string, { read, print, openAnswers }: Terminal): Promise<number> {
  const verdicts = await judge(readRows(file, read), openAnswers)
  verdicts.forEach((verdict, index) => {
    if (verdict.kind === 'malformed') return print(`Row ${index}: ${verdict.problem}`)
    const { locale, question, intent } = verdict.question
    const row = `Row ${index} ${locale} ${JSON.stringify(question)}`
    if (verdict.kind === 'failed') print(`${row}: expected ${intent}, got ${verdict.got}`)
    else if (verdict.unjudged) print(`${row}: the sample data has no such record; passed by its intent`)
  })
  const passed = verdicts.filter(({ kind }) => kind === 'passed').length
  print(`${passed} passed, ${verdicts.length - passed} failed`)
  return passed === verdicts.length ? 0 : 1
}

function runTrain(folders: readonly string[], out: string, { list, read, write, print }: Terminal): number {
  const questions = folders
    .flatMap(folder => list(folder))
    .flatMap(file => readRows(file, read))
    .map(row => knownQuestionSchema.parse(row))
  const weights = Object.entries(trainOnQuestions(questions))
  const lines = weights.map(([signal, values]) => `  ${JSON.stringify(signal)}: [${values.join(',')}]`)
  write(out, `{\n${lines.join(',\n')}\n}\n`)
  print(`${questions.length} questions, ${weights.length} signals`)
  return 0
}

/** Runs a command; returns the exit code: 0, 1 for questions that failed, 2 for wrong use or an unreadable file. */
export async function runCommand([command, ...args]: readonly string[], terminal: Terminal): Promise<number> {
  const [file] = args
  const out = args.at(-2) === '--out' ? args.at(-1) : undefined
  try {
    if (command === 'cases' && file !== undefined && args.length === 1) return await runCases(file, terminal)
    if (command === 'train' && out !== undefined && args.length > 2) return runTrain(args.slice(0, -2), out, terminal)
  } catch (thrown) {
    terminal.printError(thrown instanceof Error ? thrown.message : String(thrown))
    return 2
  }
  terminal.printError(usage)
  return 2
}
