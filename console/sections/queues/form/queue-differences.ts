import type { Queue } from '@assay/risk-service/contract'
import { dequal } from 'dequal/lite'
import type { IntlShape } from 'react-intl'
import type { ConflictField } from '../../../platform/authoring/conflict/conflict-fields.tsx'
import { settingsOf } from '../queue-settings.ts'
import type { QueueBody } from './queue-form.ts'
import { settingLabels, settingText } from './setting-texts.ts'

/** Where what was typed and what somebody else saved differ, setting by setting. */
export function queueDifferences(
  mine: QueueBody,
  theirs: Queue,
  intl: IntlShape,
  nameOf: (id: string) => string,
): ConflictField[] {
  const stored = settingsOf(theirs)
  return Object.entries(settingLabels).flatMap(([id, labelId]) => {
    const field = id as keyof typeof settingLabels
    return dequal(mine[field], stored[field])
      ? []
      : [
          {
            id,
            label: intl.formatMessage({ id: labelId }),
            mine: settingText(field, mine, intl, nameOf),
            theirs: settingText(field, stored, intl, nameOf),
          },
        ]
  })
}
