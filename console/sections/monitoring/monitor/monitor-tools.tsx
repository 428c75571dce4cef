import { SegmentedControl, Select, Switch } from '@assay/design-system'
import { monitorSteps, monitorTimescales, type TransactionMonitor } from '@assay/risk-service/contract'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { useSearchState } from '../../../platform/router/use-search-state.ts'
import { type monitorSchema, monitorViews } from './monitor-address.ts'

type MonitorState = ReturnType<typeof useSearchState<typeof monitorSchema>>

interface MonitorToolsProps {
  state: MonitorState[0]
  onChange: MonitorState[1]
  /** Branches that are tried beside production. */
  branches: TransactionMonitor['branches']
  /** Chooses the assessment, where the page does not. */
  picker?: ReactNode
}

/** Value of the picker for what decides; no branch has this name. */
const production = ''

/** Which events, which window, and whether charts show counts or shares. */
export function MonitorTools({ state, onChange, branches, picker }: MonitorToolsProps) {
  const intl = useIntl()
  const { view, timescale, absolute, branch } = state
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 pbs-3">
      {picker}
      <SegmentedControl
        label={intl.formatMessage({ id: 'Monitoring.View' })}
        value={view}
        onValueChange={next => onChange({ view: next })}
        segments={monitorViews.map(value => ({ value, label: <FormattedMessage id={`Monitoring.View.${value}`} /> }))}
      />
      <SegmentedControl
        label={intl.formatMessage({ id: 'Monitoring.Timescale' })}
        value={timescale}
        onValueChange={next => onChange({ timescale: next })}
        segments={monitorTimescales.map(value => ({
          value,
          label: <FormattedMessage id={`Monitoring.Timescale.${value}`} />,
        }))}
      />
      <span className="text-xs text-fg-muted">
        <FormattedMessage id="Monitoring.Step" values={{ minutes: monitorSteps[timescale].minutes }} />
      </span>
      <div className="ms-auto flex flex-wrap items-center gap-3">
        {view === 'transactions' && (branches.length > 0 || branch !== null) ? (
          <Select
            aria-label={intl.formatMessage({ id: 'Rules.Branch.Picker' })}
            value={branch ?? production}
            onValueChange={next => onChange({ branch: next === production ? null : next })}
            options={[
              { value: production, label: intl.formatMessage({ id: 'Rules.Branch.Production' }) },
              ...branches.map(each => ({ value: each.branch, label: each.branch })),
            ]}
          />
        ) : null}
        <Switch
          label={<FormattedMessage id="Monitoring.Absolute" />}
          checked={absolute}
          onCheckedChange={next => onChange({ absolute: next })}
        />
      </div>
    </div>
  )
}
