import { z } from 'zod'
import { assistantLocales, intents, questionLimit } from '../../../contract/assistant/intents.ts'
import { recognise } from '../recognition/recognition.ts'

/** A question of the test set. */
export const knownQuestionSchema = z.object({
  locale: z.enum(assistantLocales),
  /** A role of `contract/access/roles.json`, or the account of the demo that has it. */
  role: z.string().min(1),
  /** Name or id of an environment. */
  environment: z.string().min(1),
  page: z.string().startsWith('/'),
  question: z.string().min(1).max(questionLimit),
  intent: z.enum(intents),
  /** What the answer has to cite. */
  cites: z.union([z.string(), z.array(z.string())]).optional(),
})
export type JudgedQuestion = z.infer<typeof knownQuestionSchema>

/** What became of a row: passed, another intent recognised, or no row of a test set. */
export type Verdict =
  | { kind: 'passed' }
  | { kind: 'failed'; question: JudgedQuestion; got: string }
  | { kind: 'malformed'; problem: string }

/**
 * Judges what an answer cites. Rows with `cites` are judged by their intent alone where no answers can be given.
 * @returns what is wrong, or null
 */
export type CitationCheck = (question: JudgedQuestion) => string | null

/** Judges the rows of a test set, in their order. */
export function judgeQuestions(rows: readonly unknown[], checkCitations: CitationCheck = () => null): Verdict[] {
  return rows.map(row => {
    const parsed = knownQuestionSchema.safeParse(row)
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      return { kind: 'malformed', problem: [issue?.path.join('.'), issue?.message].filter(Boolean).join(': ') }
    }
    const question = parsed.data
    const { intent } = recognise(question.question, question)
    if (intent !== question.intent) return { kind: 'failed', question, got: intent }
    const problem = question.cites === undefined ? null : checkCitations(question)
    return problem === null ? { kind: 'passed' } : { kind: 'failed', question, got: problem }
  })
}
