import { useToast } from '@assay/design-system'
import type { Plan, StoredPlan } from '@assay/risk-service/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useIntl } from 'react-intl'
import { api, client } from '../../../platform/api/client.ts'
import { differencesOf, type VersionTexts } from '../../../platform/authoring/conflict/differences.ts'
import { useGuardedRecordForm } from '../../../platform/authoring/form/use-guarded-record-form.tsx'
import type { FormRecord } from '../../../platform/authoring/form/use-record-form.ts'
import { useCan } from '../../../platform/environments/environments.tsx'
import { useOffline } from '../../../platform/offline/connection.ts'
import { AdminFrame } from '../frame/admin-frame.tsx'
import { LockedNotices } from '../frame/locked-notices.tsx'
import { BillingViews } from './billing-views.tsx'
import { Entitlements } from './entitlements.tsx'
import { PlanFacts } from './plan-facts.tsx'
import { PlanFields } from './plan-fields.tsx'
import { type PlanForm, planBody, planResolver } from './plan-form.ts'
import type { BillingViewProps } from './tenant-usage.tsx'

const recordOf = ({ plan, version }: StoredPlan): FormRecord<PlanForm> => ({ values: plan, version })

/** The plan with its running cycle, what was used of it, and the fields that change it. */
export function PlanView({ environmentId, stored }: BillingViewProps) {
  const intl = useIntl()
  const { toast } = useToast()
  const queries = useQueryClient()
  const offline = useOffline()
  const mayChange = useCan()('admin.billing', 'write')
  const element = useRef<HTMLDivElement>(null)
  const textsOf = (plan: Plan): VersionTexts =>
    [
      ['Billing.Name', plan.name],
      ['Billing.StartsOn', plan.startsOn],
      ['Billing.CycleMonths', String(plan.cycleMonths)],
      ['Billing.EndsOn', plan.endsOn ?? ''],
      ['Usage.Purchased', JSON.stringify(plan.purchased)],
      ['Billing.MonthlyCost', String(plan.monthlyCost ?? '')],
    ].map(([id = '', text = '']) => ({ id, label: intl.formatMessage({ id }), text }))
  const { form, dirty, saving, submit, question } = useGuardedRecordForm<PlanForm, Plan, StoredPlan, StoredPlan>({
    record: recordOf(stored),
    resolver: planResolver,
    recovery: { id: 'billing-plan' },
    save: (plan, { version }) => client.billing.save({ environmentId, baseVersion: version, plan }),
    onSaved: async (saved, accept) => {
      accept(recordOf(saved))
      toast({ tone: 'success', title: intl.formatMessage({ id: 'Admin.Saved' }) })
      await Promise.all([
        queries.invalidateQueries({ queryKey: api.billing.key() }),
        queries.invalidateQueries({ queryKey: api.usage.key() }),
      ])
    },
    conflict: {
      load: () => client.billing.get({ environmentId }),
      differences: (mine, theirs) => differencesOf(textsOf(planBody(mine as PlanForm)), textsOf(theirs.plan)),
      takeTheirs: (theirs, accept) => accept(recordOf(theirs)),
    },
    element,
  })
  return (
    <AdminFrame
      tab="billing"
      width="full"
      dirty={dirty}
      saving={saving}
      onSave={() => void submit()}
      onReset={() => form.reset()}
    >
      <BillingViews />
      <div ref={element} className="flex flex-col gap-6">
        <LockedNotices mayChange={mayChange} />
        <PlanFacts stored={stored} />
        <Entitlements environmentId={environmentId} />
        <PlanFields form={form} locked={!mayChange || offline} />
      </div>
      {question}
    </AdminFrame>
  )
}
