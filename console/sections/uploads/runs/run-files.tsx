import { Badge, type BadgeProps, createColumns, SimpleTable } from '@assay/design-system'
import type { UploadRunDetail, UploadRunFile } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { useUploadTexts } from '../use-upload-texts.ts'

const columns = createColumns<UploadRunFile>()
const tones: Record<UploadRunFile['outcome'], NonNullable<BadgeProps['tone']>> = {
  open: 'neutral',
  passed: 'info',
  failed: 'danger',
  stored: 'success',
}
const figures = ['read', 'accepted', 'replaced', 'rejected', 'skipped', 'errors', 'warnings'] as const

/** What became of the rows of each file. */
export function RunFiles({ run }: { run: UploadRunDetail }) {
  const intl = useIntl()
  const texts = useUploadTexts()
  return (
    <SimpleTable
      label={intl.formatMessage({ id: 'Upload.Run.Files' })}
      narrow="cards"
      rows={run.files}
      getRowId={({ entity }) => entity}
      columns={[
        columns.custom('entity', {
          labelId: 'Upload.Column.Entity',
          rowHeader: true,
          value: ({ entity }) => entity,
          cell: ({ entity }) => texts.entity(entity),
        }),
        columns.custom('file', {
          labelId: 'Upload.Column.File',
          value: ({ fileName }) => fileName,
          cell: ({ fileName }) => (
            <bdi className="block min-w-[8rem] font-mono text-xs wrap-anywhere whitespace-normal text-fg-secondary">
              {fileName}
            </bdi>
          ),
        }),
        columns.custom('outcome', {
          labelId: 'Upload.Run.Result',
          value: ({ outcome }) => outcome,
          cell: ({ outcome }) => (
            <Badge tone={tones[outcome]}>
              <FormattedMessage id={`Upload.Run.Outcome.${outcome}`} />
            </Badge>
          ),
        }),
        ...figures.map(figure =>
          columns.custom(figure, {
            labelId: `Upload.Run.Figure.${figure}`,
            align: 'number',
            value: file => file[figure],
            cell: file => <span className="block text-end tabular-nums">{intl.formatNumber(file[figure])}</span>,
          }),
        ),
      ]}
    />
  )
}
