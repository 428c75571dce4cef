import { z } from 'zod'
import { assistantLocales, intents, questionLimit } from '../../../contract/assistant/intents.ts'
import type { AssistantAnswer } from '../../../contract/index.ts'
import { recognise } from '../recognition/recognition.ts'
import { isOfNothing, missingCitations } from './citations.ts'

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

/**
 * What became of a row: passed, another intent recognised or something else cited, or no row of a test set. `unjudged`:
 * it passed by its intent alone, because there is nothing to cite in the data that it was asked about.
 */
export type Verdict =
  | { kind: 'passed'; question: JudgedQuestion; unjudged?: boolean }
  | { kind: 'failed'; question: JudgedQuestion; got: string }
  | { kind: 'malformed'; problem: string }

/** Judges the rows of a test set by their intents, in their order. */
export function judgeQuestions(rows: readonly unknown[]): Verdict[] {
  return rows.map(row => {
    const parsed = knownQuestionSchema.safeParse(row)
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      return { kind: 'malformed', problem: [issue?.path.join('.'), issue?.message].filter(Boolean).join(': ') }
    }
    const question = parsed.data
    const { intent } = recognise(question.question, question)
    return intent === question.intent ? { kind: 'passed', question } : { kind: 'failed', question, got: intent }
  })
}

/** Asks a question as its role in its environment. @throws Error for a role or an environment that does not exist */
export type AskQuestion = (question: JudgedQuestion) => Promise<AssistantAnswer>

/** Judges also what the answers cite, for the rows that say so and whose intent is right. */
export async function judgeCitations(verdicts: readonly Verdict[], ask: AskQuestion): Promise<Verdict[]> {
  const judged: Verdict[] = []
  for (const verdict of verdicts)
    judged.push(
      verdict.kind === 'passed' && verdict.question.cites !== undefined
        ? await judgeAnswer(verdict.question, [verdict.question.cites].flat(), ask)
        : verdict,
    )
  return judged
}

async function judgeAnswer(question: JudgedQuestion, cites: readonly string[], ask: AskQuestion): Promise<Verdict> {
  let answer: AssistantAnswer
  try {
    answer = await ask(question)
  } catch (thrown) {
    return { kind: 'failed', question, got: thrown instanceof Error ? thrown.message : String(thrown) }
  }
  if (isOfNothing(answer)) return { kind: 'passed', question, unjudged: true }
  const missing = missingCitations(cites, answer.sources)
  if (missing.length === 0) return { kind: 'passed', question }
  const cited = answer.sources.map(({ kind, href }) => `${kind} ${href}`).join(', ') || 'nothing'
  return { kind: 'failed', question, got: `no citation of ${missing.join(', ')}; cited: ${cited}` }
}
