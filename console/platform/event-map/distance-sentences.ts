import type { PlacePair, PreviousLocation } from '@assay/risk-service/contract'
import type { IntlShape } from 'react-intl'
import { distanceText, speedText } from './distance-text.ts'

type Leg = NonNullable<PreviousLocation['leg']>

/** The speed above which a journey is impossible, in kilometres per hour. */
const limitKmPerHour = 900

/** What sentences about journeys are formatted with. */
export interface SentenceFormat {
  intl: IntlShape
  /** Formats milliseconds. */
  duration: (milliseconds: number) => string
}

/**
 * Says how far two places of an event are apart, with the bounds of that distance and what deserves attention.
 * @param farKm kilometres above which two places are far apart
 */
export function pairSentence(
  intl: IntlShape,
  { km, nearestKm, farthestKm, approximate, far, countriesDiffer }: PlacePair,
  names: { from: string; to: string },
  farKm: number,
): string {
  const distance =
    km === null
      ? intl.formatMessage({ id: 'Review.Map.Say.Unknown' }, names)
      : nearestKm === null || farthestKm === null || nearestKm === farthestKm
        ? intl.formatMessage(
            { id: 'Review.Map.Say.Exact' },
            { ...names, distance: distanceText(intl, km, 'kilometer', approximate) },
          )
        : intl.formatMessage(
            { id: 'Review.Map.Say.Interval' },
            {
              ...names,
              distance: distanceText(intl, km, 'kilometer', approximate),
              least: distanceText(intl, nearestKm, 'kilometer', false),
              most: distanceText(intl, farthestKm, 'kilometer', false),
            },
          )
  const limit = intl.formatNumber(farKm, { style: 'unit', unit: 'kilometer' })
  return [
    distance,
    far ? intl.formatMessage({ id: 'Review.Map.Say.Far' }, { limit }) : '',
    countriesDiffer ? intl.formatMessage({ id: 'Review.Map.Say.Differ' }) : '',
  ]
    .filter(Boolean)
    .join(' ')
}

/**
 * Says how a user came from one numbered location to the next: distance, time, and whether anybody can.
 * @param leg null where a position is missing
 */
export function legSentence(
  { intl, duration }: SentenceFormat,
  leg: Leg | null,
  numbers: { from: number; to: number },
): string {
  if (leg === null) return intl.formatMessage({ id: 'Review.Map.Leg.Unknown' }, numbers)
  const journey = intl.formatMessage(
    { id: 'Review.Map.Leg.Way' },
    {
      ...numbers,
      distance: distanceText(intl, leg.km, 'kilometer', leg.approximate),
      time: duration(leg.elapsedMs),
    },
  )
  const verdict = verdictSentence(intl, leg)
  return verdict === null ? journey : `${journey} ${verdict}`
}

function verdictSentence(
  intl: IntlShape,
  { travel, kmPerHour, leastKmPerHour, mostKmPerHour, nearestKm, farthestKm }: Leg,
): string | null {
  if (kmPerHour === null || leastKmPerHour === null || mostKmPerHour === null) {
    if (travel === 'possible') return null
    const bounds = {
      least: distanceText(intl, nearestKm, 'kilometer', false),
      most: distanceText(intl, farthestKm, 'kilometer', false),
    }
    return travel === 'impossible'
      ? intl.formatMessage({ id: 'Review.Map.Leg.ImpossibleAtOnce' }, bounds)
      : intl.formatMessage({ id: 'Review.Map.Leg.UncertainAtOnce' }, bounds)
  }
  const speeds = {
    speed: speedText(intl, kmPerHour),
    least: speedText(intl, leastKmPerHour),
    most: speedText(intl, mostKmPerHour),
    limit: speedText(intl, limitKmPerHour),
  }
  if (travel === 'impossible') return intl.formatMessage({ id: 'Review.Map.Leg.Impossible' }, speeds)
  if (travel === 'uncertain') return intl.formatMessage({ id: 'Review.Map.Leg.Uncertain' }, speeds)
  return leastKmPerHour === mostKmPerHour || kmPerHour === 0
    ? intl.formatMessage({ id: 'Review.Map.Leg.ExactSpeed' }, speeds)
    : intl.formatMessage({ id: 'Review.Map.Leg.Speed' }, speeds)
}

/** The label of a journey that nobody, or perhaps nobody, can make; null for any other one. */
export function travelText(intl: IntlShape, leg: Leg | null): string | null {
  if (leg === null || leg.travel === 'possible') return null
  const { leastKmPerHour, mostKmPerHour } = leg
  if (leastKmPerHour === null || mostKmPerHour === null)
    return leg.travel === 'impossible'
      ? intl.formatMessage({ id: 'Review.Map.Impossible' })
      : intl.formatMessage({ id: 'Review.Map.Uncertain' })
  const [least, most] = [speedText(intl, leastKmPerHour), speedText(intl, mostKmPerHour)]
  if (leg.travel === 'uncertain') return intl.formatMessage({ id: 'Review.Map.UncertainSpeeds' }, { least, most })
  return leastKmPerHour === mostKmPerHour
    ? intl.formatMessage({ id: 'Review.Map.ImpossibleSpeed' }, { speed: least })
    : intl.formatMessage({ id: 'Review.Map.ImpossibleAtLeast' }, { speed: least })
}
