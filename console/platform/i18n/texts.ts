import { addressOf } from 'virtual:assay-catalogues'
import type { Messages } from '@assay/design-system/i18n'
import { logLevels, setTelemetryTexts, trackError } from '../telemetry/telemetry.ts'
import { fallbackLanguage } from './languages.ts'
import { createPartTexts } from './part-texts.ts'
import { parseMessages, type SerialisedMessages } from './serialised-messages.ts'

/** Fetches the texts of one part; none for a part without texts of its own. */
async function fetchPart(language: string, part: string): Promise<Messages> {
  const address = addressOf(language, part)
  if (address === null) return {} as Messages
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`The texts for ${language} could not be loaded (${answer.status}).`)
  return parseMessages((await answer.json()) as SerialisedMessages) as Messages
}

const listeners = new Set<(language: string) => void>()

/**
 * Subscribes to languages of which a part could not be loaded; that part is English then. Returns the function that
 * unsubscribes.
 */
export function subscribeToMissingTexts(listener: (language: string) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The texts of this page. */
export const texts = createPartTexts({
  fetchPart,
  fallback: fallbackLanguage,
  onAdded: setTelemetryTexts,
  onFailure: (error, language) => {
    trackError(error, logLevels.warning)
    for (const listener of listeners) listener(language)
  },
})

/**
 * A part of the console with its texts: the build writes this around every import of one.
 * @public
 */
export async function withTexts<T>(part: string, code: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([code, texts.loadPart(part)])
  return loaded
}
