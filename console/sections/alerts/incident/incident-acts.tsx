import { Button, Field, Select, Textarea } from '@assay/design-system'
import { type AlertIncident, alertRuleLimits, type IncidentAct } from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api, client } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { FormDialog } from '../../../platform/forms/form-dialog.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { useOffline } from '../../../platform/offline/connection.ts'

const kinds = ['acknowledge', 'snooze', 'resolve'] as const
const snoozeHours = ['1', '4', '24', '168'] as const

/** The ways to answer to an incident. One that is resolved can only be resolved anew, to correct what it led to. */
export function IncidentActs({ incident }: { incident: AlertIncident }) {
  const offline = useOffline()
  const [kind, setKind] = useState<IncidentAct['kind'] | null>(null)
  const offered = incident.status === 'resolved' ? (['resolve'] as const) : kinds
  return (
    <>
      {offered.map(each => (
        <Button
          key={each}
          variant={each === 'resolve' ? 'primary' : 'secondary'}
          disabled={offline}
          onClick={() => setKind(each)}
        >
          <FormattedMessage id={`Alerts.Act.${each}`} />
        </Button>
      ))}
      {kind === null ? null : <ActDialog incident={incident} kind={kind} onClose={() => setKind(null)} />}
    </>
  )
}

interface ActDialogProps {
  incident: AlertIncident
  kind: IncidentAct['kind']
  onClose: () => void
}

function ActDialog({ incident, kind, onClose }: ActDialogProps) {
  const intl = useIntl()
  const { id: environmentId } = useEnvironment()
  // The page goes on reading the incident: the act refers to the version that was seen when the dialog opened.
  const [{ id, version }] = useState(incident)
  const [note, setNote] = useState('')
  const [hours, setHours] = useState<string>('4')
  const [acted, setActed] = useState('')
  const mutation = useApiMutation({
    mutationFn: (act: IncidentAct) =>
      client.alertIncidents.act({ environmentId, incidentId: id, baseVersion: version, act }),
    invalidates: [api.alertIncidents.key(), api.alertRules.key()],
    onSuccess: onClose,
  })
  const submit = () =>
    mutation.mutate(
      kind === 'snooze'
        ? { kind, note, hours: Number(hours) }
        : kind === 'resolve'
          ? { kind, note, acted: acted === 'yes' }
          : { kind, note },
    )
  return (
    <FormDialog
      title={<FormattedMessage id={`Alerts.Act.${kind}`} />}
      description={<FormattedMessage id={`Alerts.Act.${kind}.Text`} />}
      confirm={<FormattedMessage id={`Alerts.Act.${kind}`} />}
      running={mutation.isPending}
      ready={kind !== 'resolve' || acted !== ''}
      refusal={null}
      onSubmit={submit}
      onClose={onClose}
    >
      {kind === 'snooze' ? (
        <Field label={<FormattedMessage id="Alerts.Act.Hours" />} required>
          <Select
            options={snoozeHours.map(value => ({
              value,
              label: intl.formatMessage({ id: 'Alerts.Act.Hours.Value' }, { hours: Number(value) }),
            }))}
            value={hours}
            onValueChange={setHours}
          />
        </Field>
      ) : null}
      {kind === 'resolve' ? (
        <Field label={<FormattedMessage id="Alerts.Act.Acted" />} required>
          <Select
            options={(['yes', 'no'] as const).map(value => ({
              value,
              label: intl.formatMessage({ id: `Alerts.Acted.${value}` }),
            }))}
            value={acted}
            onValueChange={setActed}
          />
        </Field>
      ) : null}
      <Field label={<FormattedMessage id="Alerts.Act.Note" />}>
        <Textarea
          value={note}
          dir="auto"
          maxLength={alertRuleLimits.note}
          onChange={event => setNote(event.target.value)}
        />
      </Field>
    </FormDialog>
  )
}
