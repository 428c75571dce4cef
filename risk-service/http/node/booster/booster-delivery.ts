import { postEvents } from '../../../features/event-tracing/delivery/post-events.ts'
import { createSigner, type SignMessage } from '../../../features/event-tracing/delivery/signature.ts'
import type { BoosterParticipantSettings } from '../../../kernel/settings/booster-participants.ts'
import type { BoosterDelivery, BoosterDispatch, BoosterRefusal } from '../../../ports/booster.ts'
import type { OutgoingHttp } from '../../../ports/index.ts'
import { openDirectoryTarget } from '../event-tracing/directory-target.ts'

/** Folder of an environment below the directory of a participant. */
const folder = 'acceptance-booster'
/** What the headers call a message. */
const messageName = 'FraudProtection.AcceptanceBooster'

type Send = (dispatch: BoosterDispatch) => Promise<BoosterRefusal | null>

/**
 * Delivers messages to the participants of the installation, each by its webhook or into its directory. Addresses are
 * checked by the client: a private one is called only where the operator allows it.
 */
export function createBoosterDelivery(
  participants: readonly BoosterParticipantSettings[],
  http: Pick<OutgoingHttp, 'send'>,
): BoosterDelivery {
  const senders = new Map(
    participants.map((participant): [string, Send] => [
      participant.name,
      'url' in participant ? webhookOf(participant, http) : directoryOf(participant),
    ]),
  )
  return {
    participants: participants.map(({ name, bins, networks }) => ({ name, bins, networks })),
    send: (name, dispatch) => senders.get(name)?.(dispatch) ?? Promise.resolve({ failure: 'unknown', isFinal: true }),
  }
}

function webhookOf(
  { name, url, secret }: Extract<BoosterParticipantSettings, { url: string }>,
  http: Pick<OutgoingHttp, 'send'>,
): Send {
  const sign: SignMessage = createSigner([secret])
  return async ({ id, attempt, body, at }) => {
    const { failure, isFinal } = await postEvents(http, {
      url,
      sign,
      body,
      at,
      attempt,
      subscriptionId: name,
      deliveryId: id,
      names: [messageName],
    })
    return failure === null ? null : { failure: failure.reason, isFinal }
  }
}

/** One file for each message, under its day. */
function directoryOf({ directory }: Extract<BoosterParticipantSettings, { directory: string }>): Send {
  return async ({ environmentId, id, body, at }) => {
    const target = openDirectoryTarget({
      sink: { kind: 'directory', directory, folder },
      environmentId,
      directories: [directory],
    })
    const failure = await target.put(`${at.toISOString().slice(0, 10)}/${id}.json`, body)
    return failure === null ? null : { failure: failure.reason, isFinal: false }
  }
}
