import { Checkbox, CheckboxGroup, Field, Select, Textarea } from '@assay/design-system'
import {
  type AttackDetail,
  type AttackKeyType,
  attackKeyTypes,
  attackLimits,
  type ContainmentAction,
  containmentActions,
} from '@assay/risk-service/contract'
import { useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api, client } from '../../../../platform/api/client.ts'
import { useEnvironment } from '../../../../platform/environments/environments.tsx'
import { FormDialog } from '../../../../platform/forms/form-dialog.tsx'
import { useApiMutation } from '../../../../platform/mutations/use-api-mutation.ts'
import { ContainmentEffect } from './containment-effect.tsx'

const offeredHours = ['1', '4', '24', '72'] as const

/** Returns ids for settings: the same for the same ones, so that a repeat after a lost answer begins nothing new. */
function useContainmentId(): (settings: string) => string {
  const sent = useRef<{ settings: string; id: string } | null>(null)
  return settings => {
    if (sent.current?.settings !== settings) sent.current = { settings, id: crypto.randomUUID() }
    return sent.current.id
  }
}

/** Has attempts of an attack challenged or rejected for some hours; what that would have stopped is said before. */
export function ContainmentDialog({ attack, onClose }: { attack: AttackDetail; onClose: () => void }) {
  const intl = useIntl()
  const { id: environmentId } = useEnvironment()
  const existing = attackKeyTypes.filter(type => attack.keys.some(key => key.type === type))
  // A network is shared with others more often than a device.
  const [keyTypes, setKeyTypes] = useState<AttackKeyType[]>(
    existing.some(type => type !== 'network') ? existing.filter(type => type !== 'network') : existing,
  )
  const [action, setAction] = useState<ContainmentAction>('reject')
  const [hours, setHours] = useState<string>('4')
  const [note, setNote] = useState('')
  const idOf = useContainmentId()
  const mutation = useApiMutation({
    mutationFn: () => {
      const settings = { action, keyTypes, hours: Number(hours), note }
      return client.attacks.contain({
        environmentId,
        attackId: attack.id,
        containmentId: idOf(JSON.stringify(settings)),
        settings,
      })
    },
    invalidates: [api.attacks.key()],
    onSuccess: onClose,
  })
  return (
    <FormDialog
      title={<FormattedMessage id="Attacks.Contain" />}
      description={<FormattedMessage id="Attacks.Contain.Text" />}
      confirm={<FormattedMessage id="Attacks.Contain" />}
      running={mutation.isPending}
      ready={keyTypes.length > 0}
      refusal={null}
      onSubmit={() => mutation.mutate()}
      onClose={onClose}
    >
      <Field label={<FormattedMessage id="Attacks.Contain.Action" />} required>
        <Select
          options={containmentActions.map(value => ({
            value,
            label: intl.formatMessage({ id: `Attacks.Contain.Action.${value}` }),
          }))}
          value={action}
          onValueChange={value => setAction(value as ContainmentAction)}
        />
      </Field>
      <Field label={<FormattedMessage id="Attacks.Contain.Keys" />} required>
        <CheckboxGroup>
          {existing.map(type => (
            <Checkbox
              key={type}
              label={<FormattedMessage id={`Attacks.Keys.${type}`} />}
              checked={keyTypes.includes(type)}
              onCheckedChange={next =>
                setKeyTypes(existing.filter(each => (each === type ? next === true : keyTypes.includes(each))))
              }
            />
          ))}
        </CheckboxGroup>
      </Field>
      <ContainmentEffect attackId={attack.id} keyTypes={keyTypes} />
      <Field label={<FormattedMessage id="Alerts.Act.Hours" />} required>
        <Select
          options={offeredHours.map(value => ({
            value,
            label: intl.formatMessage({ id: 'Alerts.Act.Hours.Value' }, { hours: Number(value) }),
          }))}
          value={hours}
          onValueChange={setHours}
        />
      </Field>
      <Field label={<FormattedMessage id="Alerts.Act.Note" />}>
        <Textarea
          value={note}
          dir="auto"
          maxLength={attackLimits.note}
          onChange={event => setNote(event.target.value)}
        />
      </Field>
    </FormDialog>
  )
}
