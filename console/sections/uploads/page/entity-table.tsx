import { belowLg, Checkbox, createColumns, SimpleTable, useFormat, useMediaQuery } from '@assay/design-system'
import { type Upload, type UploadEntityName, uploadEntities } from '@assay/risk-service/contract'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { StateBadge } from '../transfer/state-badge.tsx'
import type { Transfer } from '../transfer/transfers.ts'
import { useUploadTexts } from '../use-upload-texts.ts'
import type { DataType } from '../use-uploads.ts'

interface EntityTableProps {
  label: string
  /** Undefined while they are loading. */
  dataTypes: readonly DataType[] | undefined
  transfers: readonly Transfer[]
  selected: readonly string[]
  isSelectable: boolean
  onSelect: (dataType: string, isSelected: boolean) => void
  /** The entity whose errors are shown. */
  current: UploadEntityName | null
  /** The columns that leave while something is shown beside the table. */
  isNarrow: boolean
  /** The commands of an entity. */
  commands: (upload: Upload) => ReactNode
  /** The command in place of the file while there is none. */
  fileCommand: (upload: Upload) => ReactNode
}

/** A line: a data type of several entities, or an entity. */
type Line = { id: string; dataType: string; entities: number; upload: Upload | null }

const columns = createColumns<Line>()
/** Below it a line is a card. */
const phone = '(width < 40rem)'
const missingMark = '–'
const missing = <span className="text-fg-muted">{missingMark}</span>

/** @param hasGroups whether a data type of several entities has a line of its own */
const linesOf = (dataTypes: readonly DataType[], hasGroups: boolean): Line[] =>
  dataTypes.flatMap(({ dataType, entities }): Line[] => [
    ...(hasGroups && entities.length > 1 ? [{ id: dataType, dataType, entities: entities.length, upload: null }] : []),
    ...entities.map(upload => ({ id: `${dataType} ${upload.entity}`, dataType, entities: entities.length, upload })),
  ])

/** The data types with their entities: the file of each, how far it is, and what can be done with it. */
export function EntityTable({
  label,
  dataTypes,
  transfers,
  selected,
  isSelectable,
  onSelect,
  current,
  isNarrow,
  commands,
  fileCommand,
}: EntityTableProps) {
  const intl = useIntl()
  const format = useFormat()
  const texts = useUploadTexts()
  const isSmall = useMediaQuery(belowLg)
  const nameOf = ({ upload, dataType }: Line) =>
    upload === null ? texts.dataType(dataType) : texts.entity(upload.entity)
  const isPhone = useMediaQuery(phone)
  const lines = linesOf(dataTypes ?? [], !isPhone)
  const ofEntity = (cell: (upload: Upload) => ReactNode) => (line: Line) =>
    line.upload === null ? '' : cell(line.upload)
  const isUploading = ({ state }: Upload) => state === 'Uploading' || state === 'UploadFailed'
  const { timeZone } = format
  return (
    <SimpleTable
      label={label}
      narrow="cards"
      gutter="page"
      loading={dataTypes === undefined}
      skeletonRows={10}
      rows={lines}
      getRowId={({ id }) => id}
      {...(current === null ? {} : { currentRow: `${uploadEntities[current].dataType} ${current}` })}
      columns={[
        columns.custom('name', {
          labelId: 'Upload.Column.Entity',
          rowHeader: true,
          value: nameOf,
          cell: line => {
            const isFirst = line.upload === null || line.entities === 1 || isPhone
            return (
              <span className="flex items-center gap-2">
                {!isSelectable ? null : isFirst ? (
                  <Checkbox
                    checked={selected.includes(line.dataType)}
                    onCheckedChange={checked => onSelect(line.dataType, checked === true)}
                    aria-label={intl.formatMessage({ id: 'Upload.Select' }, { name: texts.dataType(line.dataType) })}
                  />
                ) : (
                  <span className="w-4 shrink-0" />
                )}
                <span className={isFirst ? 'font-medium' : isSelectable ? undefined : 'ps-4'}>{nameOf(line)}</span>
              </span>
            )
          },
        }),
        columns.custom('file', {
          labelId: 'Upload.Column.File',
          value: ({ upload }) => upload?.file?.name ?? '',
          cell: ofEntity(upload =>
            upload.file === null ? (
              fileCommand(upload)
            ) : (
              <bdi className="block min-w-[8rem] font-mono text-xs wrap-anywhere whitespace-normal text-fg-secondary">
                {upload.file.name}
              </bdi>
            ),
          ),
        }),
        ...(isSmall || isNarrow
          ? []
          : [
              columns.custom('size', {
                labelId: 'DesignSystem.Graph.Size',
                align: 'number',
                value: ({ upload }) => upload?.file?.size ?? null,
                cell: ofEntity(upload => (
                  <Figure>
                    {upload.file === null || isUploading(upload) ? missing : texts.size(upload.file.size)}
                  </Figure>
                )),
              }),
            ]),
        columns.custom('rows', {
          labelId: 'Lists.Column.Rows',
          align: 'number',
          value: ({ upload }) => upload?.file?.rows ?? null,
          cell: ofEntity(({ file }) => (
            <Figure>{typeof file?.rows === 'number' ? intl.formatNumber(file.rows) : missing}</Figure>
          )),
        }),
        columns.custom('mapping', {
          labelId: 'Upload.Column.Mapping',
          value: ({ upload }) => (upload?.mapping.applies ? `${upload.mapping.mapped}/${upload.mapping.required}` : ''),
          cell: ofEntity(({ mapping: { applies, mapped, required } }) =>
            applies
              ? intl.formatMessage({ id: 'DesignSystem.ImportMapping.RequiredCount' }, { mapped, total: required })
              : missing,
          ),
        }),
        columns.custom('state', {
          labelId: 'Common.Status',
          value: ({ upload }) => (upload === null ? '' : texts.state(upload.state)),
          cell: ofEntity(upload => (
            <StateBadge upload={upload} transfer={transfers.find(({ entity }) => entity === upload.entity)} />
          )),
        }),
        ...(isSmall
          ? []
          : [
              columns.custom('processed', {
                labelId: 'Upload.Column.Processed',
                value: ({ upload }) => upload?.processedAt ?? '',
                cell: ofEntity(({ processedAt }) =>
                  processedAt === null ? (
                    missing
                  ) : (
                    <time dateTime={processedAt} title={format.dateTime(processedAt, timeZone)}>
                      {format.date(processedAt, timeZone)}
                    </time>
                  ),
                ),
              }),
            ]),
        ...(isSmall || isNarrow
          ? []
          : [
              columns.custom('by', {
                labelId: 'Upload.Column.By',
                value: ({ upload }) => upload?.uploadedBy ?? '',
                cell: ofEntity(({ uploadedBy }) => (uploadedBy === null ? missing : <bdi>{uploadedBy}</bdi>)),
              }),
            ]),
        columns.custom('commands', {
          labelId: 'Upload.Column.Commands',
          align: 'end',
          value: () => '',
          cell: ofEntity(upload => <span className="flex justify-end gap-1">{commands(upload)}</span>),
        }),
      ]}
    />
  )
}

const Figure = ({ children }: { children: ReactNode }) => (
  <span className="block text-end tabular-nums">{children}</span>
)
