import { Callout } from '@assay/design-system'
import { FormattedMessage } from 'react-intl'

/** Who takes part in this installation, or that nobody does. */
export function ParticipantNotice({ participants }: { participants: readonly string[] }) {
  return (
    <Callout
      tone="info"
      {...(participants.length === 0 ? {} : { title: <FormattedMessage id="Booster.Participants" /> })}
    >
      {participants.length === 0 ? (
        <FormattedMessage id="Booster.NoParticipants" />
      ) : (
        <ParticipantList participants={participants} />
      )}
    </Callout>
  )
}

/** The banks and networks by name. */
export function ParticipantList({ participants }: { participants: readonly string[] }) {
  return (
    <ul className="flex flex-col">
      {participants.map(name => (
        <li key={name}>
          <bdi>{name}</bdi>
        </li>
      ))}
    </ul>
  )
}
