import {
  type BoosterLevel,
  type BoosterPreview,
  type BoosterPurchase,
  boosterLimits,
  type EventRow,
} from '../../contract/index.ts'
import { isHeldOut } from '../../engine/booster/held-out.ts'
import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import { NotFoundError } from '../../kernel/errors/errors.ts'
import { eventSubject } from '../../kernel/personal-data/mask-data.ts'
import { loadNewestEvents, loadSentEvent } from '../review/sent-events.ts'
import { createMessage, textOfMessage } from './message/create-message.ts'
import { loadInForce } from './settings.ts'

type PreviewCall = Pick<EnvironmentCallContext, 'db' | 'tree' | 'engine' | 'masking'>

const eventType = 'purchase'
const encoder = new TextEncoder()

/** Returns the newest purchases of an environment. */
export async function loadPurchases(
  { db }: Pick<PreviewCall, 'db'>,
  environmentId: string,
): Promise<{ purchases: BoosterPurchase[] }> {
  const rows = await loadNewestEvents(db, { environmentId, eventType, limit: boosterLimits.purchases })
  return { purchases: rows.map(purchaseOf) }
}

interface PreviewRequest {
  environmentId: string
  level: Exclude<BoosterLevel, 'off'>
  /** The newest purchase without one. */
  id?: string | undefined
}

/**
 * Returns the message about a purchase as it would leave. Sends nothing. Its values are masked as the caller's roles
 * say, in the message and in its text alike.
 * @throws NotFoundError for an unknown purchase
 */
export async function previewMessage(
  { db, tree, engine, masking }: PreviewCall,
  { environmentId, level, id }: PreviewRequest,
): Promise<BoosterPreview> {
  const [newest] = id === undefined ? await loadNewestEvents(db, { environmentId, eventType, limit: 1 }) : []
  const requested = id ?? newest?.eventId
  const event = requested === undefined ? null : await loadSentEvent(db, { environmentId, eventType, id: requested })
  if (event === null) {
    if (id !== undefined) throw new NotFoundError('There is no purchase with this id in this environment.')
    const nothing = { obstacle: null, heldOut: false, message: null, sources: [], text: null, bytes: 0, masked: false }
    return { purchase: null, level, ...nothing }
  }
  const { row } = event
  const { obstacle, message, sources } = createMessage(event, level, ip => engine.geo.find(ip))
  const settings = await loadInForce({ db, tree }, environmentId)
  const shown = masking.apply(message, [eventSubject(environmentId, eventType, row.externalId)])
  const [exact, text] = [message, shown].map(each => (each === null ? null : textOfMessage(each)))
  return {
    purchase: purchaseOf(row),
    level,
    obstacle,
    heldOut: settings !== null && isHeldOut(settings, row.externalId),
    message: shown,
    sources,
    text: text ?? null,
    bytes: encoder.encode(exact ?? '').length,
    masked: exact !== text,
  }
}

const purchaseOf = ({ eventId, externalId, at, decision, riskScore, amount, currency }: EventRow): BoosterPurchase => ({
  eventId,
  externalId,
  at,
  decision,
  riskScore,
  amount,
  currency,
})
