import type { MailAnswer, MessageTexts, OutgoingMail } from '../../../ports/index.ts'
import { type DeliveryResult, type DueMail, timeoutMs } from './due-delivery.ts'
import { writeIncidentMail } from './incident-mail.ts'

export interface MailServices {
  /** Null: the installation has no SMTP server. */
  mail: OutgoingMail | null
  texts: MessageTexts
  /** Address of the console, without a final slash; null: unknown, and messages have no link. */
  publicUrl: string | null
}

/**
 * Sends an incident by email, in the language of its target. Each attempt has the same id. A message that cannot be
 * written is a failure as any other, so that it is not tried for ever.
 */
export async function sendMail({ mail, texts, publicUrl }: MailServices, due: DueMail): Promise<DeliveryResult> {
  if (mail === null) return { failure: 'unconfigured', isFinal: false }
  let message: ReturnType<typeof writeIncidentMail>
  try {
    message = writeIncidentMail(due, await texts.in(due.language), publicUrl)
  } catch {
    return { failure: 'message', isFinal: false }
  }
  return resultOf(await mail.send({ ...message, id: due.id, to: due.address, language: due.language, timeoutMs }))
}

function resultOf(answer: MailAnswer): DeliveryResult {
  if (answer.kind === 'accepted') return { failure: null, isFinal: false }
  if (answer.kind === 'rejected') return { failure: String(answer.status), isFinal: answer.isFinal }
  return { failure: answer.kind, isFinal: false }
}
