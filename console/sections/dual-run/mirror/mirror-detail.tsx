import {
  Badge,
  Button,
  Callout,
  Card,
  CardBody,
  CardHeader,
  KeyValue,
  KeyValueList,
  useFormat,
} from '@assay/design-system'
import type { Mirror } from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { useOffline } from '../../../platform/offline/connection.ts'
import { Ledger, ReportFigures } from '../result/dual-run-report.tsx'
import { SkippedEvents } from '../result/skipped-events.tsx'
import { ChangeMirror, type MirrorChange } from './change-mirror.tsx'
import { NewestDifferences } from './newest-differences.tsx'
import { ParityChart } from './parity-chart.tsx'
import { Sending } from './sending.tsx'
import { VelocityStart } from './velocity-start.tsx'

/** A mirror: what arrived, the parity until now and by hour, the ledger, and the newest differences. */
export function MirrorDetail({ mirror, writes }: { mirror: Mirror; writes: boolean }) {
  const format = useFormat()
  const offline = useOffline()
  const [change, setChange] = useState<MirrorChange | null>(null)
  const { state, failure, figures, from, to, received } = mirror
  const isRunning = state === 'running'
  return (
    <Card className="min-w-0">
      <CardHeader
        title={<FormattedMessage id="Mirror.Title" />}
        meta={
          <FormattedMessage
            id="Mirror.Started"
            values={{ name: <bdi key="name">{mirror.startedBy}</bdi>, time: format.dateTime(mirror.createdAt) }}
          />
        }
        actions={
          <>
            <Badge tone={isRunning ? 'info' : 'neutral'}>
              <FormattedMessage id={`Mirror.State.${state}`} />
            </Badge>
            {writes ? (
              <Button size="sm" disabled={offline} onClick={() => setChange(isRunning ? 'end' : 'remove')}>
                <FormattedMessage id={isRunning ? 'Mirror.End' : 'Common.Delete'} />
              </Button>
            ) : null}
          </>
        }
      />
      <CardBody className="flex flex-col gap-6">
        {failure === null ? null : (
          <Callout tone="warning" live>
            <FormattedMessage id={`Mirror.Failure.${failure}`} values={{ count: mirror.waiting }} />
          </Callout>
        )}
        <Arrivals mirror={mirror} />
        {from === null || to === null ? null : (
          <>
            <ReportFigures report={{ ...figures, from, to }} />
            {figures.hours.length > 1 ? <ParityChart hours={figures.hours} /> : null}
            {figures.newest.length > 0 ? <NewestDifferences newest={figures.newest} /> : null}
            {figures.compared.events > 0 ? <Ledger report={figures} /> : null}
          </>
        )}
        <SkippedEvents report={{ skipped: { ...noSkips, ...figures.skipped }, outOfOrder: 0, notes: mirror.notes }} />
        <VelocityStart mirror={mirror} />
        {isRunning && received === 0 ? <Sending /> : null}
        {isRunning && received > 0 ? (
          <details>
            <summary className="w-fit cursor-pointer rounded-control text-sm focus-ring">
              <FormattedMessage id="Mirror.Sending" />
            </summary>
            <div className="pbs-3">
              <Sending />
            </div>
          </details>
        ) : null}
      </CardBody>
      {change === null ? null : <ChangeMirror mirror={mirror} change={change} onClose={() => setChange(null)} />}
    </Card>
  )
}

/** These are refused when they arrive. */
const noSkips = {
  dataEvents: 0,
  noAnswer: 0,
  noTime: 0,
  unknownType: 0,
  otherEnvironment: 0,
  unreadable: 0,
  unreadableLines: [],
}

function Arrivals({ mirror: { received, refused, waiting, receivedAt, ruleSet } }: { mirror: Mirror }) {
  const format = useFormat()
  return (
    <KeyValueList termWidth="lg">
      <KeyValue term={<FormattedMessage id="Mirror.Received" />}>{format.number(received)}</KeyValue>
      <KeyValue term={<FormattedMessage id="Mirror.Waiting" />}>{format.number(waiting)}</KeyValue>
      <KeyValue term={<FormattedMessage id="Mirror.Refused" />}>{format.number(refused)}</KeyValue>
      <KeyValue term={<FormattedMessage id="Mirror.ReceivedAt" />}>
        {receivedAt === null ? <FormattedMessage id="Mirror.Never" /> : format.dateTime(receivedAt)}
      </KeyValue>
      {ruleSet === null ? null : (
        <KeyValue term={<FormattedMessage id="Mirror.RuleSet" />}>{format.dateTime(ruleSet.since)}</KeyValue>
      )}
    </KeyValueList>
  )
}
