import { z } from 'zod'
import { assessmentKeySchema } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'

export const placeKinds = ['ip', 'billing', 'shipping', 'account', 'store'] as const
/** How exact a position is: the address itself, or the centre of the smallest area that is known. */
export const placePrecisions = ['street', 'postalCode', 'city', 'country'] as const

/** What other events have in common with a place. */
export const placeSharings = ['ip', 'postalCode', 'address'] as const
/** No more other events are counted at a place. */
export const countedAtPlace = 10_000

const positionSchema = z.object({
  /** ISO two-letter code. */
  country: z.string().nullable(),
  /** Degrees; null when only the country is known, or nothing. */
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** Null: the location is unknown. */
  precision: z.enum(placePrecisions).nullable(),
  /** Radius in kilometres within which the place lies; null for a street, a country and an unknown location. */
  radiusKm: z.number().nullable(),
  /** Coordinates were found that lie outside the world, or at 0, 0 without being exact: they are not used. */
  hasBadCoordinates: z.boolean(),
})

/** A place of an event: the location of its IP address, or one of its postal addresses. */
export const eventPlaceSchema = positionSchema.extend({
  /** Unique within the event. */
  id: z.string(),
  kind: z.enum(placeKinds),
  /** The IP address, or the postal address in one line, without its country. */
  text: z.string(),
  /**
   * Other events at the place in the last 90 days, up to `countedAtPlace`: with the same IP address, with the same postal
   * code in the same country, or with the same address where no postal code is known. Null for a place without any.
   * `complete`: there are no more than were counted.
   */
  otherEvents: z.object({ sharing: z.enum(placeSharings), count: z.number().int(), complete: z.boolean() }).nullable(),
})
export type EventPlace = z.infer<typeof eventPlaceSchema>

/** Two places of an event. */
export const placePairSchema = z.object({
  /** Ids of the places. */
  from: z.string(),
  to: z.string(),
  /** Along the great circle; null when one of the places is known by its country only, or not at all. */
  km: z.number().nullable(),
  /** Between the nearest and the farthest edges of the two rings; null as `km` is. */
  nearestKm: z.number().nullable(),
  farthestKm: z.number().nullable(),
  /** One of the places is not known to the street. */
  approximate: z.boolean(),
  /** Further apart than the tenant's limit. */
  far: z.boolean(),
  countriesDiffer: z.boolean(),
})
export type PlacePair = z.infer<typeof placePairSchema>

/** What the speeds of a journey say: `uncertain` when it is too fast for a part of the interval only. */
export const travelVerdicts = ['possible', 'uncertain', 'impossible'] as const

/** The journey between two locations of a user. */
export const travelLegSchema = z.object({
  /** Between the centres, the nearest edges and the farthest edges of the two rings, in kilometres. */
  km: z.number(),
  nearestKm: z.number(),
  farthestKm: z.number(),
  elapsedMs: z.number(),
  /** Over these three distances; null at the same moment. */
  kmPerHour: z.number().nullable(),
  leastKmPerHour: z.number().nullable(),
  mostKmPerHour: z.number().nullable(),
  travel: z.enum(travelVerdicts),
})
export type TravelLeg = z.infer<typeof travelLegSchema>

/** Where the user was when an event came: the location of its IP address. */
export const previousLocationSchema = positionSchema.extend({
  eventType: assessmentKeySchema,
  externalId: z.string(),
  environmentId: z.uuid(),
  at: z.iso.datetime(),
  ip: z.string(),
  /** From the location before; null for the oldest, and where a position is missing. */
  leg: travelLegSchema
    .extend({
      /** One of the two locations is not known to the street. */
      approximate: z.boolean(),
    })
    .nullable(),
})
export type PreviousLocation = z.infer<typeof previousLocationSchema>

export const eventPlacesSchema = z.object({
  places: z.array(eventPlaceSchema),
  /** Every pair of places, in their order. */
  pairs: z.array(placePairSchema),
  /** The latest locations of this user up to the event, the newest first; the event itself is the first of them. */
  previous: z.array(previousLocationSchema),
  /** From this distance on, in kilometres, two places are far apart. */
  farKm: z.number(),
})
export type EventPlaces = z.infer<typeof eventPlacesSchema>

export const eventPlacesContract = procedure
  .route({
    method: 'GET',
    path: `${environmentRoute}/events/{eventType}/{id}/places`,
    summary: 'Places of one event, their distances, and where its user was before',
  })
  .input(environmentInput.extend({ eventType: assessmentKeySchema, id: z.string().min(1).max(128) }))
  .output(eventPlacesSchema)
