import type { EventPlace, PreviousLocation } from '@assay/risk-service/contract'
import type { IntlShape } from 'react-intl'

/** Name of a country; its code where the browser knows no name. */
export const countryText = (intl: IntlShape, country: string): string =>
  intl.formatDisplayName(country, { type: 'region', fallback: 'code' }) ?? country

/** The text of a place with its country. */
export const placeLabel = (intl: IntlShape, { text, country }: Pick<EventPlace, 'text' | 'country'>): string =>
  [text, country === null ? '' : countryText(intl, country)].filter(Boolean).join(', ')

/** A numbered location of a user with its IP address, country and time. */
export const previousLabel = (intl: IntlShape, { ip, country, at }: PreviousLocation, number: number): string =>
  `${intl.formatNumber(number)} · ${placeLabel(intl, { text: ip, country })} · ${intl.formatDate(at, { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h12' })}`

/** Returns the name of each place by its id; several of one kind have numbers. */
export function placeNames(intl: IntlShape, places: readonly EventPlace[]): (id: string) => string {
  const names = new Map(
    places.map(({ id, kind }) => {
      const name = intl.formatMessage({ id: `Review.Map.Kind.${kind}` })
      // Several instruments have several billing addresses: the number tells them apart.
      const same = places.filter(each => each.kind === kind)
      const number = same.findIndex(each => each.id === id) + 1
      return [id, same.length > 1 ? `${name} ${intl.formatNumber(number)}` : name] as const
    }),
  )
  return id => names.get(id) ?? ''
}
