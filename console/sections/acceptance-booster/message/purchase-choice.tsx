import { Button, Field, Input, Select, useFormat } from '@assay/design-system'
import type { BoosterPurchase } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'

interface PurchaseChoiceProps {
  environmentId: string
  /** The purchase whose message is shown; null: none. */
  shown: BoosterPurchase | null
  /** Called with the id of an event, or with the typed id of a purchase. */
  onChoose: (id: string) => void
}

/** Chooses one of the newest purchases, or any other one by its id. */
export function PurchaseChoice({ environmentId, shown, onChoose }: PurchaseChoiceProps) {
  const intl = useIntl()
  const format = useFormat()
  const [typed, setTyped] = useState('')
  const { data } = useQuery(api.booster.purchases.queryOptions({ input: { environmentId }, staleTime: 10_000 }))
  const newest: readonly BoosterPurchase[] = data?.purchases ?? []
  // A purchase that was chosen by its id may be older than all of these.
  const offered = shown === null || newest.some(each => each.eventId === shown.eventId) ? newest : [shown, ...newest]
  const choose = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() !== '') onChoose(typed.trim())
  }
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Field label={<FormattedMessage id="Booster.Purchase" />} className="min-w-[16rem] flex-1">
        <Select
          value={shown?.eventId ?? ''}
          placeholder={intl.formatMessage({ id: 'Booster.Purchase.None' })}
          disabled={offered.length === 0}
          options={offered.map(({ eventId, externalId, at }) => ({
            value: eventId,
            label: intl.formatMessage({ id: 'Booster.Purchase.Option' }, { id: externalId, time: format.dateTime(at) }),
          }))}
          onValueChange={onChoose}
        />
      </Field>
      <form className="flex min-w-0 flex-1 items-end gap-2" onSubmit={choose}>
        <Field label={<FormattedMessage id="Booster.Purchase.Id" />} className="min-w-0 flex-1">
          <Input
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
            maxLength={128}
            value={typed}
            onChange={event => setTyped(event.target.value)}
          />
        </Field>
        <Button type="submit" disabled={typed.trim() === ''}>
          <FormattedMessage id="Booster.Purchase.Show" />
        </Button>
      </form>
    </div>
  )
}
