import { ORPCError } from '@orpc/server'
import type { Intent } from '../../../contract/assistant/intents.ts'
import type { Capability } from '../../../contract/index.ts'
import { AccessError } from '../../../kernel/access/authorize.ts'
import { ConflictError, NotFoundError, ValidationError } from '../../../kernel/errors/errors.ts'
import { isOutage } from '../../../kernel/errors/outage.ts'
import type { AnswerBuilder } from '../composition/answer-builder.ts'
import { sayNoRight } from '../composition/missing-right.ts'
import type { Question } from '../composition/question.ts'
import { answerBulk } from './drafts/bulk.ts'
import { draftClause } from './drafts/draft-clause.ts'
import { draftFilter } from './drafts/draft-filter.ts'
import { draftFunction } from './drafts/draft-function.ts'
import { draftVelocity } from './drafts/draft-velocity.ts'
import { answerCutoff } from './figures/cutoff.ts'
import { answerComparison, answerFigure, answerTrend } from './figures/figure.ts'
import { answerHelp, answerUnknown } from './help.ts'
import {
  overviewEnvironments,
  overviewLists,
  overviewQueues,
  overviewRules,
  overviewVelocities,
} from './overviews/overviews.ts'
import { summariseCase, summariseNotes } from './records/case.ts'
import { summariseLog } from './records/log.ts'
import { findOverlappingRules, findUnusedRules } from './records/rule-use.ts'
import { explainRule } from './records/rules.ts'
import { explainTransaction, linkedTransactions } from './records/transaction.ts'
import { answerWrite, refuse } from './refuse.ts'

type Answerer = (question: Question, answer: AnswerBuilder) => Promise<void> | void

/** What answers each intent. None of them changes anything: they have procedures that read, and nothing else. */
const answerers: Record<Intent, Answerer> = {
  help: answerHelp,
  'explain-transaction': explainTransaction,
  'linked-transactions': linkedTransactions,
  'explain-rule': explainRule,
  'unused-rules': findUnusedRules,
  'overlapping-rules': findOverlappingRules,
  'draft-filter': draftFilter,
  'draft-clause': draftClause,
  'draft-velocity': draftVelocity,
  'draft-function': draftFunction,
  figure: answerFigure,
  trend: answerTrend,
  'compare-periods': answerComparison,
  cutoff: answerCutoff,
  'summarise-case': summariseCase,
  'summarise-notes': summariseNotes,
  'summarise-log': summariseLog,
  'overview-environments': overviewEnvironments,
  'overview-queues': overviewQueues,
  'overview-velocities': overviewVelocities,
  'overview-lists': overviewLists,
  'overview-rules': overviewRules,
  write: answerWrite,
  'refuse-judgement': refuse('refuse-judgement'),
  'refuse-legal': refuse('refuse-legal'),
  'refuse-evasion': refuse('refuse-evasion'),
  'refuse-tenant': refuse('refuse-tenant'),
  'refuse-secret': refuse('refuse-secret'),
  bulk: answerBulk,
  unknown: answerUnknown,
}

/**
 * Composes the answer to a question. A part that the user has no right to, that does not exist or cannot be read is
 * said in a sentence; other errors are those of the service.
 */
export async function compose(question: Question, answer: AnswerBuilder): Promise<void> {
  try {
    await answerers[question.recognition.intent](question, answer)
  } catch (error) {
    if (error instanceof AccessError && error.code === 'forbidden' && error.capability !== null)
      return sayNoRight(answer, error.capability satisfies Capability)
    if (error instanceof AccessError || error instanceof NotFoundError) {
      answer.add('Assistant.Sentence.NotFound', {})
      return
    }
    const isBusy = error instanceof ORPCError || error instanceof ConflictError || error instanceof ValidationError
    if (!isBusy && !isOutage(error)) throw error
    answer.add('Assistant.Sentence.Unavailable', {})
  }
  if (answer.isEmpty()) answer.add('Assistant.Sentence.NotFound', {})
}
