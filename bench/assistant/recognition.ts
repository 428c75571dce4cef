import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import {
  type JudgedQuestion,
  judgeQuestions,
  knownQuestionSchema,
} from '../../risk-service/features/assistant/evaluation/judge-questions.ts'
import { recognise } from '../../risk-service/features/assistant/recognition/recognition.ts'
import { limitedRow, median, ms, quantile, type Row } from '../support/harness.ts'

const cases = path.join(import.meta.dirname, '../../risk-service/features/assistant/cases')
const limit = 300
const rounds = 5

const readSet = (set: string): JudgedQuestion[] =>
  readdirSync(path.join(cases, set))
    .filter(name => name.endsWith('.json'))
    .flatMap(name => knownQuestionSchema.array().parse(JSON.parse(readFileSync(path.join(cases, set, name), 'utf8'))))

/** How long questions take to recognise, and how many of those that nothing was tuned on are recognised. */
export function benchRecognition(): Row[] {
  const holdOut = readSet('hold-out')
  const questions = [...readSet('.'), ...holdOut]
  const times: number[] = []
  for (let round = 0; round < rounds; round++)
    for (const question of questions) {
      const started = performance.now()
      recognise(question.question, question)
      times.push(performance.now() - started)
    }
  const right = judgeQuestions(holdOut).filter(({ kind }) => kind === 'passed').length
  return [
    limitedRow(
      'Intent of a question to the assistant, p95',
      quantile(times, 0.95),
      ms,
      '<',
      limit,
      `${times.length} questions in nine languages; p50 ${ms(median(times))}, slowest ${ms(Math.max(...times))}, which loads a language`,
    ),
    limitedRow(
      'Questions of the hold-out recognised',
      (right / holdOut.length) * 100,
      value => `${value.toFixed(1)} %`,
      '>',
      90,
      `${right} of ${holdOut.length}`,
    ),
  ]
}
