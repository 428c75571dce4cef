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

const verifyCommand = (keyId: string): string => `npm run --silent dual-run -- verify FILE --key-id ${keyId}`

/** The report on paper, for a committee: with the digests of the file, of the rules and of the report itself. */
export function PrintedReport({ run, onClose }: PrintedReportProps) {
  const format = useFormat()
  const { environments } = useEnvironments()
  const { report, reportSha256, signature, environmentId, startedBy, createdAt } = run
  const nameOf = (id: string): string => environments.find(each => each.id === id)?.friendlyName ?? id
  const { models } = report.ruleSet
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
              environment: <bdi key="environment">{nameOf(environmentId)}</bdi>,
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
          {signature === null ? null : (
            <Digest
              title={<FormattedMessage id="DualRun.Signature" values={{ time: format.dateTime(signature.signedAt) }} />}
              sha256={signature.keyId}
            />
          )}
        </dl>
        {models === undefined ? null : (
          <ul className="text-xs">
            {models.length === 0 ? (
              <li>
                <FormattedMessage id="DualRun.Models.Shipped" />
              </li>
            ) : (
              models.map(({ environmentId: id, kind, version }) => (
                <li key={`${id} ${kind}`}>
                  <FormattedMessage
                    id={`DualRun.Model.${kind}`}
                    values={{ version, environment: <bdi key="environment">{nameOf(id)}</bdi> }}
                  />
                </li>
              ))
            )}
          </ul>
        )}
        {signature === null ? null : (
          <p className="text-xs">
            <FormattedMessage
              id="DualRun.Signature.Check"
              values={{
                command: (
                  <code key="command" dir="ltr">
                    {verifyCommand(signature.keyId)}
                  </code>
                ),
              }}
            />
          </p>
        )}
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
