import { cn, Heading, KeyValue, KeyValueList, useFormat } from '@assay/design-system'
import { type CapabilityUse, reachedMark, type UsageMonth } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { MonthColumns } from './month-columns.tsx'
import { ShareBar } from './share-bar.tsx'
import { assessmentNames } from './usage-texts.ts'

const inBrackets = (names: readonly string[]): string => ` (${names.join(', ')})`
/** Stands for a share of nothing. */
const missingMark = '–'

interface CapabilityCardProps {
  use: CapabilityUse
  /** The figures are of some environments: those of the tenant stand beside them. */
  partial: boolean
  hrefOf: (month: UsageMonth) => string
}

/** What was used of a capability in a cycle: the share of what was purchased, and the months. */
export function CapabilityCard({ use, partial, hrefOf }: CapabilityCardProps) {
  const intl = useIntl()
  const format = useFormat()
  const { capability, purchased, used, tenantUsed, projected, apiNames, months } = use
  const name = intl.formatMessage({ id: `Usage.Capability.${capability}` })
  const share = purchased === null || purchased === 0 ? null : used / purchased
  const mark = reachedMark(used, purchased)
  const own = assessmentNames(apiNames)
  return (
    <section
      aria-label={name}
      className="grid min-w-0 rounded-card border border-line-subtle bg-surface lg:grid-cols-[18.75rem_minmax(0,1fr)]"
    >
      <div className="flex flex-col gap-2 border-line-subtle p-4 max-lg:border-be lg:border-e">
        <div>
          <Heading level={2} size="md">
            {name}
          </Heading>
          <p className="text-xs text-fg-muted">
            <FormattedMessage id={`Usage.Capability.${capability}.Text`} />
            {own.length === 0 ? null : <bdi>{inBrackets(own)}</bdi>}
          </p>
        </div>
        <p className="mbs-auto flex flex-wrap items-baseline gap-x-2 pbs-2">
          <span className="text-2xl font-semibold tabular-nums">
            {share === null ? missingMark : format.percent(share, 2)}
          </span>
          <span
            className={cn(
              'text-xs',
              mark === 100 ? 'text-danger-text' : mark === 80 ? 'text-warning-text' : 'text-fg-muted',
            )}
          >
            <FormattedMessage
              id={share === null ? 'Usage.NoLimit' : mark === null ? 'Usage.Accumulated' : `Usage.OverMark.${mark}`}
            />
          </span>
        </p>
        {share === null ? null : (
          <>
            <ShareBar share={share} mark={mark} />
            <p aria-hidden className="relative h-4 text-xs text-fg-muted">
              <span className="absolute inset-s-0 w-[84%] text-end">{format.percent(0.8, 0)}</span>
              <span className="absolute inset-e-0">{format.percent(1, 0)}</span>
            </p>
          </>
        )}
        <KeyValueList>
          <KeyValue term={<FormattedMessage id="Usage.Purchased" />}>
            {purchased === null ? null : <Units value={purchased} />}
          </KeyValue>
          <KeyValue term={<FormattedMessage id="Usage.Used" />}>
            <Units value={used} />
          </KeyValue>
          {partial ? (
            <KeyValue term={<FormattedMessage id="Usage.TenantUsed" />}>
              <Units value={tenantUsed} />
            </KeyValue>
          ) : null}
          <KeyValue term={<FormattedMessage id="Usage.Projected" />}>
            {projected === null ? null : <Units value={projected} />}
          </KeyValue>
        </KeyValueList>
      </div>
      <div className="flex min-w-0 flex-col justify-end px-4 pbe-3 pbs-4">
        <MonthColumns
          label={intl.formatMessage({ id: 'Usage.Months' }, { capability: name })}
          months={months}
          hrefOf={hrefOf}
        />
      </div>
    </section>
  )
}

function Units({ value }: { value: number }) {
  const format = useFormat()
  return <span className="font-medium tabular-nums">{format.number(value)}</span>
}
