import { CopyButton, DateTime, linkVariants, useFormat } from '@assay/design-system'
import type { EventDetail, RecorderRead, RecorderStep } from '@assay/risk-service/contract'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { windowLabel } from '../../../platform/velocities/velocity-window.ts'

interface StepDetailsProps {
  step: RecorderStep
  detail: EventDetail
  /** Address of the tab with the request and the response. */
  jsonHref: string
}

/** Returns what a step shows on request; null for a step without more. */
export function stepDetails({ step, detail, jsonHref }: StepDetailsProps): ReactNode {
  switch (step.kind) {
    case 'received':
      return <ReceivedDetails step={step} jsonHref={jsonHref} />
    case 'enriched':
      return <EnrichedDetails detail={detail} />
    case 'scored':
      return step.reasonCodes === '' && step.botScore === null ? null : <ScoredDetails step={step} />
    case 'reads':
      return step.reads.length === 0 ? null : <Reads reads={step.reads} omitted={step.omitted} />
    case 'rules':
      return step.rules.length === 0 ? null : <RulesDetails step={step} />
    case 'answered':
      return (
        <Facts>
          <Fact name="Rule" value={step.rule} />
          <Fact name="Clause" value={step.clause} />
          <Fact name="Reason" value={step.reason} />
          <JsonLink href={jsonHref} />
        </Facts>
      )
    case 'committed':
      return <CommittedDetails step={step} />
    case 'routed':
      return step.rule === null ? null : (
        <Facts>
          <Fact name="Rule" value={step.rule} />
          <Fact name="Clause" value={step.clause} />
        </Facts>
      )
    case 'case':
      return <CaseDetails details={step.details} />
    case 'delivery':
      return step.failure === null && step.attempts === null ? null : (
        <Facts>
          <Fact name="Attempts" value={step.attempts === null ? null : String(step.attempts)} />
          <Fact name="Failure" value={step.failure} />
        </Facts>
      )
    case 'report':
      return step.correlationId === null ? null : (
        <Facts>
          <Fact name="CorrelationId" value={step.correlationId} copy />
        </Facts>
      )
    case 'label':
      return step.source === null ? null : (
        <Facts>
          <Fact name="Source" value={step.source} />
        </Facts>
      )
    case 'viewed':
      return step.views < 2 ? null : (
        <Facts>
          <Fact name="LastAt" value={<DateTime value={step.lastAt} />} />
        </Facts>
      )
    case 'revealed':
      return (
        <Facts>
          <Fact name="Reason" value={step.reason} />
        </Facts>
      )
    case 'validated':
      return null
  }
}

const Facts = ({ children }: { children: ReactNode }) => <dl className="flex flex-col gap-1">{children}</dl>

interface FactProps {
  /** Part of the id of its message. */
  name: string
  /** Null: it was not recorded. */
  value: ReactNode
  copy?: boolean
}

function Fact({ name, value, copy = false }: FactProps) {
  const intl = useIntl()
  const label = intl.formatMessage({ id: `Recorder.Fact.${name}` })
  return (
    <div className="flex flex-wrap items-center gap-x-2">
      <dt className="text-fg-muted">{label}</dt>
      <dd className="flex min-w-0 items-center gap-1 text-fg wrap-anywhere">
        {value === null || value === '' ? (
          <span className="text-fg-muted">
            <FormattedMessage id="Recorder.NotRecorded" />
          </span>
        ) : (
          <bdi>{value}</bdi>
        )}
        {copy && typeof value === 'string' ? <CopyButton value={value} label={label} /> : null}
      </dd>
    </div>
  )
}

const JsonLink = ({ href }: { href: string }) => (
  <div>
    <dt className="sr-only">
      <FormattedMessage id="Recorder.Fact.Document" />
    </dt>
    <dd>
      <Link to={href} className={linkVariants()}>
        <FormattedMessage id="Recorder.Document" />
      </Link>
    </dd>
  </div>
)

function ReceivedDetails({ step, jsonHref }: { step: Extract<RecorderStep, { kind: 'received' }>; jsonHref: string }) {
  const format = useFormat()
  return (
    <Facts>
      <Fact name="CorrelationId" value={step.correlationId} copy />
      <Fact name="Client" value={step.clientId} copy />
      <Fact
        name="ReceivedBytes"
        value={step.receivedBytes === null ? null : format.unit(step.receivedBytes, 'byte', 'long')}
      />
      <Fact name="StoredBytes" value={format.unit(step.storedBytes, 'byte', 'long')} />
      <JsonLink href={jsonHref} />
    </Facts>
  )
}

/** Facts that are texts, numbers or flags; the whole document is in the tab of the JSON. */
function EnrichedDetails({ detail: { enrichment } }: { detail: EventDetail }) {
  const facts = Object.entries(enrichment).filter(([, value]) => typeof value !== 'object' && value !== '')
  return facts.length === 0 ? null : <Pairs pairs={facts.map(([name, value]) => [name, String(value)])} />
}

function ScoredDetails({ step }: { step: Extract<RecorderStep, { kind: 'scored' }> }) {
  const format = useFormat()
  return (
    <Facts>
      <Fact name="ReasonCodes" value={step.reasonCodes} />
      {step.botScore === null ? null : <Fact name="BotScore" value={format.number(step.botScore)} />}
    </Facts>
  )
}

function CommittedDetails({ step }: { step: Extract<RecorderStep, { kind: 'committed' }> }) {
  const format = useFormat()
  return (
    <Facts>
      <Fact name="EventId" value={step.eventId} copy />
      <Fact name="Latency" value={step.latencyMs === null ? null : format.unit(step.latencyMs, 'millisecond')} />
    </Facts>
  )
}

/** Technical names with their values, from left to right in every language. */
function Pairs({ pairs }: { pairs: readonly (readonly [string, string])[] }) {
  return (
    <dl className="flex flex-col gap-0.5">
      {pairs.map(([name, value], index) => (
        // Pairs are never reordered, and two may be the same.
        // biome-ignore lint/suspicious/noArrayIndexKey: their place is what tells them apart
        <div key={index} className="flex flex-wrap items-baseline gap-x-3">
          <dt dir="ltr" className="min-w-0 font-mono text-fg-secondary wrap-anywhere">
            {name}
          </dt>
          <dd dir="ltr" className="min-w-0 font-mono text-fg wrap-anywhere">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Reads({ reads, omitted }: { reads: readonly RecorderRead[]; omitted: number }) {
  const intl = useIntl()
  const format = useFormat()
  return (
    <>
      <dl className="flex flex-col gap-1">
        {reads.map(({ kind, resource, window, args, result }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: reads are never reordered, and two may be the same
          <div key={index} className="flex flex-wrap items-baseline gap-x-2">
            <dt className="flex min-w-0 flex-wrap items-baseline gap-x-2">
              <FormattedMessage id={`Recorder.Read.${kind}`} />
              <bdi dir="ltr" className="font-mono text-fg-secondary wrap-anywhere">
                {resource}
              </bdi>
              {window === null ? null : <span>{windowLabel(intl, window)}</span>}
              <bdi dir="ltr" className="font-mono wrap-anywhere">
                {args.join(' · ')}
              </bdi>
            </dt>
            <dd dir="ltr" className="font-mono text-fg wrap-anywhere">
              {result ?? (kind === 'velocity' ? format.number(0) : intl.formatMessage({ id: 'Recorder.Read.None' }))}
            </dd>
          </div>
        ))}
      </dl>
      {omitted === 0 ? null : (
        <p>
          <FormattedMessage id="Recorder.Omitted" values={{ count: omitted }} />
        </p>
      )}
    </>
  )
}

function RulesDetails({ step: { rules, calls, runtimeErrors } }: { step: Extract<RecorderStep, { kind: 'rules' }> }) {
  const intl = useIntl()
  const format = useFormat()
  return (
    <>
      <ol className="flex flex-col gap-0.5">
        {rules.map(({ ruleId, rule, version, selected, clauses }) => (
          <li key={ruleId} className={selected ? 'text-fg' : undefined}>
            <FormattedMessage
              id={selected ? 'Recorder.Rule.matched' : 'Recorder.Rule.notMatched'}
              values={{ rule: <bdi key="rule">{rule}</bdi>, version }}
            />
            {clauses.length === 0 ? null : (
              <bdi className="ms-2">{intl.formatList(clauses.map(({ clause }) => clause))}</bdi>
            )}
          </li>
        ))}
      </ol>
      {calls.length === 0 ? null : (
        <Pairs
          pairs={calls.map(({ name, status, latencyMs }) => [
            name,
            `${status} · ${format.unit(latencyMs, 'millisecond')}`,
          ])}
        />
      )}
      {runtimeErrors.length === 0 ? null : (
        <Pairs
          pairs={runtimeErrors.map(({ rule, clause, code, message }) => [`${rule} · ${clause}`, `${code} ${message}`])}
        />
      )}
    </>
  )
}

function CaseDetails({ details }: { details: Readonly<Record<string, unknown>> }) {
  const pairs = Object.entries(details).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && value !== ''
      ? [[name, value]]
      : typeof value === 'number'
        ? [[name, String(value)]]
        : [],
  )
  return pairs.length === 0 ? null : <Pairs pairs={pairs} />
}
