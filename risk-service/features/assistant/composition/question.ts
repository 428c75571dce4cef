import type { AskInput } from '../../../contract/assistant/assistant.ts'
import { type AssistantLocale, assistantLocales } from '../../../contract/assistant/intents.ts'
import { dayIn } from '../../../contract/common/days.ts'
import type { EnvironmentCallContext } from '../../../kernel/console-api/context.ts'
import type { ReadClient } from '../../../kernel/console-api/read-client.ts'
import type { Recognition } from '../recognition/recognition.ts'
import { type PageRecord, recordOfPage } from './page-record.ts'

/** A question with what is needed to answer it. All data comes through `reads`, with the rights of the user. */
export interface Question {
  text: string
  locale: string
  environmentId: string
  /** Name of an environment that the user can see. */
  environmentName: (id: string) => string
  recognition: Recognition
  /** The record on the page beside the assistant. */
  record: PageRecord | null
  now: Date
  /** Today in the time zone of the user. */
  today: string
  timeZone: string
  reads: ReadClient
  signal: AbortSignal
}

/** The language in which a question is recognised: that of the user, or English for one that is not shipped. */
export const localeOf = (locale: string): AssistantLocale =>
  assistantLocales.find(each => each === locale) ??
  assistantLocales.find(each => each.slice(0, 2) === locale.slice(0, 2)) ??
  'en-US'

/** Prepares a question of a call. */
export function questionOf(
  context: EnvironmentCallContext,
  { environmentId, question, locale, page, timeZone }: AskInput,
  recognition: Recognition,
  signal: AbortSignal,
): Question {
  const now = context.ports.clock()
  return {
    text: question,
    locale,
    environmentId,
    environmentName: id => context.tree.get(id)?.friendlyName ?? '',
    recognition,
    record: recordOfPage(page),
    now,
    today: dayIn(now.getTime(), timeZone),
    timeZone,
    reads: context.assistant.reads(context),
    signal,
  }
}
