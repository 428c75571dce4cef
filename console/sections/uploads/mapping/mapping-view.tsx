import {
  Button,
  Callout,
  type ImportAttribute,
  type ImportColumn,
  type ImportMap,
  ImportMapping,
} from '@assay/design-system'
import type { UploadEntityName } from '@assay/risk-service/contract'
import { type FileHead, type Mapping } from '@assay/risk-service/upload-files'
import { useMemo, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { ColumnFormats } from '../check/check-tasks.ts'
import { useUploadTexts } from '../use-upload-texts.ts'
import { previewOf } from './preview.ts'
import { PreviewTable } from './preview-table.tsx'
import { useAttributes } from './use-attributes.ts'

interface MappingViewProps {
  entity: UploadEntityName
  columns: readonly string[]
  /** Without the file itself, only the names of its columns are there. */
  head: FileHead | null
  map: ImportMap
  mapping: Mapping
  formats: ColumnFormats
  onMap: (map: ImportMap) => void
}

/** Values of a column that are shown beside its attribute. */
const samples = 20
/** Optional attributes without a column that are shown at first; wide schemas have many. */
const shownOptional = 12

/** Which column of the file each attribute has, and the first rows after that. */
export function MappingView({ entity, columns, head, map, mapping, formats, onMap }: MappingViewProps) {
  const intl = useIntl()
  const texts = useUploadTexts()
  const attributes = useAttributes(entity)
  const [initial] = useState(map)
  const [isWhole, setIsWhole] = useState(false)
  const importColumns = useMemo(
    (): ImportColumn[] =>
      columns.map((name, index) => ({
        id: name,
        label: name,
        samples: (head?.rows ?? []).slice(0, samples).map(cells => cells[index] ?? ''),
      })),
    [columns, head],
  )
  const rows = useMemo(
    () => (head === null ? null : previewOf(entity, head, mapping, formats)),
    [entity, head, mapping, formats],
  )
  // What has no column now, but had one when the page was opened, stays where it is.
  const isListed = ({ id, required }: ImportAttribute) =>
    required === true || map[id] !== undefined || initial[id] !== undefined
  const optional = attributes.filter(attribute => !isListed(attribute))
  const more = isWhole ? [] : optional.slice(shownOptional)
  const hidden = new Set(more.map(({ id }) => id))
  return (
    <>
      <div className="flex flex-col gap-3 px-page pbe-4">
        <p className="text-xs text-fg-secondary">
          <FormattedMessage id="Upload.Mapping.Text" values={{ name: texts.entity(entity) }} />
        </p>
        <ImportMapping
          label={intl.formatMessage({ id: 'Upload.Mapping.Label' }, { name: texts.entity(entity) })}
          attributes={attributes.filter(({ id }) => !hidden.has(id))}
          columns={importColumns}
          value={map}
          onValueChange={onMap}
          sharedColumns
        />
        {more.length > 0 ? (
          <Button size="sm" className="self-start" onClick={() => setIsWhole(true)}>
            <FormattedMessage id="Upload.Mapping.More" values={{ count: more.length }} />
          </Button>
        ) : null}
      </div>
      {rows === null ? (
        <div className="px-page pbe-4">
          <Callout tone="info">
            <FormattedMessage id="Upload.Preview.NoFile" />
          </Callout>
        </div>
      ) : (
        <PreviewTable entity={entity} rows={rows} />
      )}
    </>
  )
}
