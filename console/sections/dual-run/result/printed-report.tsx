import { Heading, useFormat } from '@assay/design-system'
import type { DualRunDetailed, DualRunReport } from '@assay/risk-service/contract'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { useEnvironments } from '../../../platform/environments/environments.tsx'
import { PrintSheet } from '../../../platform/printing/print-sheet.tsx'
import { CauseGroup } from './cause-group.tsx'
import { DifferingDecisions, ReportFigures } from './dual-run-report.tsx'
import { SkippedEvents } from './skipped-events.tsx'

interface PrintedReportProps {
  run: DualRunDetailed & { report: DualRunReport }
  onClose: () => void
}

/** The report on paper, for a committee: with the digests of the file, of the rules and of the report itself. */
export function PrintedReport({ run, onClose }: PrintedReportProps) {
  const format = useFormat()
  const { environments } = useEnvironments()
  const { report, reportSha256, environmentId, startedBy, createdAt } = run
  const environment = environments.find(({ id }) => id === environmentId)?.friendlyName ?? environmentId
  return (
    <PrintSheet onClose={onClose}>
      <div className="flex flex-col gap-4">
        <Heading level={1} size="lg">
          <FormattedMessage id="DualRun.Printed.Title" />
        </Heading>
        <p className="text-fg-secondary">
          <FormattedMessage
            id="DualRun.Printed"
            values={{
              environment: <bdi key="environment">{environment}</bdi>,
              name: <bdi key="name">{startedBy}</bdi>,
              time: format.dateTime(createdAt),
            }}
          />
        </p>
        <ReportFigures report={report} />
        <DifferingDecisions report={report} />
        {report.groups.map((group, index) => (
          <CauseGroup key={`${index} ${group.cause}`} group={group} />
        ))}
        <SkippedEvents report={report} />
        <dl className="flex flex-col gap-1 text-xs">
          <Digest
            title={
              <FormattedMessage id="DualRun.Digest.File" values={{ name: <bdi key="name">{report.file.name}</bdi> }} />
            }
            sha256={report.file.sha256}
          />
          <Digest
            title={<FormattedMessage id="DualRun.Digest.Rules" values={{ count: report.ruleSet.rules }} />}
            sha256={report.ruleSet.sha256}
          />
          {reportSha256 === null ? null : (
            <Digest title={<FormattedMessage id="DualRun.Digest.Report" />} sha256={reportSha256} />
          )}
        </dl>
        <p className="text-xs">
          <FormattedMessage id="DualRun.Printed.Method" />
        </p>
        <p className="pbs-8 text-sm">
          <FormattedMessage id="DualRun.Printed.Signature" />
        </p>
      </div>
    </PrintSheet>
  )
}

const Digest = ({ title, sha256 }: { title: ReactNode; sha256: string }) => (
  <div>
    <dt>{title}</dt>
    <dd dir="ltr" className="font-mono wrap-anywhere">
      {sha256}
    </dd>
  </div>
)
