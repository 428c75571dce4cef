import { createIntl, createIntlCache, type IntlShape, type MessageDescriptor } from 'react-intl'
import { defined } from '../lib/defined.ts'
import type { Direction } from '../lib/keys.ts'
import { directionOf } from './direction.ts'

export type Messages = NonNullable<Parameters<typeof createIntl>[0]['messages']>

export interface AppIntlOptions {
  /** Language tag of the catalogue; pseudo-locales are allowed. */
  locale: string
  /** Read by reference unless there is a fallback: messages added later are found. */
  messages: Messages
  /** Catalogue used for ids missing in `messages` (en-US): only an id missing from both is unknown. */
  fallbackMessages?: Messages
  /** Time zone of the reader. Reports pass UTC themselves. */
  timeZone?: string
  /** Called once per id of a message that could not be shown. */
  onError?: (problem: { kind: 'unknown' | 'interpolation'; id: string }) => void
}

export interface AppIntl {
  /** Requested language tag, also when `Intl` has to format with another one. */
  tag: string
  direction: Direction
  intl: IntlShape
}

/**
 * `Intl` does not support pseudo-locales: numbers and dates are those of en-US. Case evidence is Gregorian everywhere.
 */
export function intlLocale(tag: string): string {
  return tag.toLowerCase().startsWith('qps-') ? 'en-US' : tag
}

/**
 * Creates the translator of the product. `formatMessage` is wrapped once, so that hooks, components and plain functions
 * agree on the three fallbacks: unknown id, unknown custom setting, message that cannot be formatted.
 */
export function createAppIntl({
  locale,
  messages,
  fallbackMessages,
  timeZone,
  onError: onProblem,
}: AppIntlOptions): AppIntl {
  const catalogue = fallbackMessages === undefined ? messages : ({ ...fallbackMessages, ...messages } as Messages)
  const reported = new Set<string>()
  let failed = false
  const intl = createIntl(
    {
      locale: intlLocale(locale),
      messages: catalogue,
      ...defined({ timeZone }),
      onError: error => {
        if (error.code === 'FORMAT_ERROR') failed = true
      },
      onWarn: () => undefined,
    },
    createIntlCache(),
  )
  const report = (kind: 'unknown' | 'interpolation', id: string) => {
    if (reported.has(`${kind} ${id}`)) return
    reported.add(`${kind} ${id}`)
    onProblem?.({ kind, id })
  }
  const original = intl.formatMessage as unknown as (...args: unknown[]) => unknown

  function formatMessage(descriptor: MessageDescriptor, ...rest: unknown[]) {
    const id = String(descriptor.id ?? '')
    if (!Object.hasOwn(catalogue, id) && descriptor.defaultMessage === undefined) {
      if (id.startsWith('CustomSettings')) return id.slice(id.lastIndexOf('.') + 1)
      report('unknown', id)
      return `<<UNKNOWN_TRANSLATION_KEY ${id}>>`
    }
    failed = false
    const text = original(descriptor, ...rest)
    if (!failed) return text
    report('interpolation', id)
    return `<<INTERPOLATION_ERROR ${id}>>`
  }
  intl.formatMessage = formatMessage as typeof intl.formatMessage
  intl.$t = formatMessage as typeof intl.$t

  return { tag: locale, direction: directionOf(locale), intl }
}
