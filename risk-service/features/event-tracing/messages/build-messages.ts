import type { Db } from '../../../ports/database.ts'
import { dataMessages } from './data-messages.ts'
import { decisionMessages } from './decision-messages.ts'
import { labelMessages } from './label-messages.ts'
import { caseMessages, logMessages } from './log-messages.ts'
import { monitoringMessages } from './monitoring-messages.ts'
import type { MessagesBySeq, TracedMessage, TracedRow } from './traced-message.ts'

type Builder = (db: Db, rows: readonly TracedRow[]) => Promise<[number, TracedMessage[]][]>

const builders: Readonly<Record<TracedRow['kind'], Builder>> = {
  decision: decisionMessages,
  data: dataMessages,
  label: labelMessages,
  case: caseMessages,
  audit: logMessages,
  latency: monitoringMessages,
  externalCall: monitoringMessages,
  externalCallError: monitoringMessages,
}

/** Builds the messages of rows from what is stored now; one query for each kind. */
export async function buildMessages(db: Db, rows: readonly TracedRow[]): Promise<MessagesBySeq> {
  const messages: MessagesBySeq = new Map()
  for (const [kind, build] of Object.entries(builders)) {
    const own = rows.filter(row => row.kind === kind)
    if (own.length > 0) for (const [seq, built] of await build(db, own)) messages.set(seq, built)
  }
  return messages
}
