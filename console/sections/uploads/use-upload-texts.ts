import { useFormat } from '@assay/design-system'
import {
  entitiesOfDataType,
  type UploadEntityName,
  type UploadState,
  uploadEntities,
} from '@assay/risk-service/contract'
import { useIntl } from 'react-intl'

const sizeUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** Names, sizes and sentences of data upload. */
export function useUploadTexts() {
  const intl = useIntl()
  const format = useFormat()
  const dataType = (name: string) => intl.formatMessage({ id: `Upload.DataType.${name}` })
  return {
    dataType,
    /** An entity that is a data type of its own has the name of that; others are called as the schema calls them. */
    entity: (entity: UploadEntityName) =>
      entitiesOfDataType(entity).length === 1 ? dataType(uploadEntities[entity].dataType) : entity,
    state: (state: UploadState) => intl.formatMessage({ id: `Upload.State.${state}` }),
    percent: (fraction: number) => format.percent(Math.floor(fraction * 100) / 100, 0),
    size: (bytes: number) => {
      let [value, step] = [bytes, 0]
      while (value >= 999.5 && step < sizeUnits.length - 1) [value, step] = [value / 1000, step + 1]
      const digits = step === 0 || value >= 100 ? 0 : step === 3 ? 2 : 1
      return intl.formatNumber(value, {
        style: 'unit',
        unit: sizeUnits[step] ?? 'byte',
        maximumFractionDigits: digits,
        minimumFractionDigits: digits,
      })
    },
    list: (parts: readonly string[]) => intl.formatList(parts, { type: 'unit', style: 'short' }),
  }
}
