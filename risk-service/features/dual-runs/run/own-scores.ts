import type { AssessmentType } from '../../../engine/assessment-types/assessment-type.ts'
import type { DeviceSession } from '../../../engine/enrich/device-sessions.ts'
import type { CountryOf, EnrichedPurchase } from '../../../engine/enrich/enrich-purchase.ts'
import { defaultProviders } from '../../../engine/enrich/index.ts'
import type { Json } from '../../../engine/lib/json.ts'
import { createReplayScorers, type ReplayScorers } from '../../../engine/score/replay-scorers.ts'
import type { Scorecard } from '../../../engine/score/scorecard.ts'
import type { Db } from '../../../ports/database.ts'
import type { Scores } from '../replay/decided-event.ts'

/** Bot score of a session of which only the attributes are available. */
const unknownBot = 500

interface OwnScores {
  scores: Scores
  facts: EnrichedPurchase
}
/** Scores an event as the product would in the environment that decides it, with the events before it there as its history. */
export type ScoreEvent = (
  environmentId: string,
  type: AssessmentType,
  event: { request: Json; deviceAttributes: Json; externalId: string; at: number },
) => OwnScores

/**
 * Loads the active models of environments. As in live decisions, an environment without a model has the shipped one, not
 * that of another environment, and histories of its own.
 */
export async function createOwnScores(
  db: Db,
  environmentIds: readonly string[],
  countryOf: CountryOf,
): Promise<ScoreEvent> {
  const rows = await db
    .selectFrom('model_version')
    .select(['environment_id', 'kind', 'scorecard'])
    .where('environment_id', 'in', environmentIds)
    .where('state', '=', 'active')
    .execute()
  const scorers = new Map(
    environmentIds.map((id): [string, ReplayScorers] => {
      const own = rows.filter(row => row.environment_id === id).map(({ kind, scorecard }) => [kind, scorecard] as const)
      return [id, createReplayScorers(Object.fromEntries(own) as Partial<Record<'risk' | 'bot', Scorecard>>)]
    }),
  )
  const providers = defaultProviders(countryOf)

  return (environmentId, type, { request, deviceAttributes, externalId, at }) => {
    const replayed = scorers.get(environmentId)
    if (replayed === undefined) throw new Error('The environment is not in the scope of the run.')
    const time = new Date(at)
    const session = sessionOf(deviceAttributes, time)
    const named = type.sessionOf(request)
    const context = {
      at: time,
      countryOf,
      providers,
      session,
      devices: {
        attributes: (id: string) => (id === named ? session?.attributes : undefined),
        speedOfTravel: () => 0,
      },
    }
    const assessed = type.assess(request, {
      ...context,
      ...replayed.scorers(externalId, session, () => type.assess(request, context).facts),
    })
    replayed.add(externalId, assessed.facts, time)
    const { models } = assessed
    return {
      facts: assessed.facts,
      scores:
        models === undefined
          ? { risk: assessed.scored.score, bot: assessed.scores.bot ?? null }
          : {
              risk: scoreIn(models.risk?.()),
              bot: scoreIn(models.bot?.(typeof named === 'string' ? named : '')),
            },
    }
  }
}

function scoreIn(result: unknown): number | null {
  const score = (result as { Score?: unknown } | undefined)?.Score
  return typeof score === 'number' ? score : null
}

/** The session of the device, as the attributes of the answer describe it; null without any. */
function sessionOf(attributes: Json, at: Date): DeviceSession | null {
  const texts = Object.fromEntries(
    Object.entries(attributes).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
  return Object.keys(texts).length === 0
    ? null
    : { at, deviceId: texts.deviceId ?? '', ip: texts.trueIp ?? null, botScore: unknownBot, attributes: texts }
}
