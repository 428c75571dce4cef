import { type CaseOptionSettings, listChanges } from '@assay/risk-service/contract'
import type { IntlShape } from 'react-intl'
import type { VersionTexts } from '../../../platform/authoring/conflict/differences.ts'
import { optionRanges, wholeOptions } from './option-form.ts'

/** The options as named texts, for two people who changed them. */
export function optionTexts(settings: CaseOptionSettings, intl: IntlShape): VersionTexts {
  const label = (id: string, values = {}) => intl.formatMessage({ id: `Admin.Options.${id}` }, values)
  const onOff = (on: boolean) => label(on ? 'On' : 'Off')
  const numberText = (value: number | null, none: string) => (value === null ? label(none) : intl.formatNumber(value))
  return [
    { id: 'interimStatuses', label: label('interimStatuses'), text: onOff(settings.interimStatuses) },
    { id: 'corrections', label: label('corrections'), text: onOff(settings.corrections) },
    { id: 'nextCase', label: label('nextCase'), text: label(`nextCase.${settings.nextCase}`) },
    ...wholeOptions.map(option => ({
      id: option,
      label: label(option, optionRanges[option]),
      text: numberText(settings[option], 'NoLimit'),
    })),
    {
      id: 'scoreLimits',
      label: label('scoreLimits'),
      text: settings.scoreLimits.map(limit => intl.formatNumber(limit)).join(', '),
    },
    { id: 'maturityDays', label: label('maturityDays'), text: intl.formatNumber(settings.maturityDays) },
    {
      id: 'hourlyCost',
      label: label('hourlyCost'),
      text: numberText(settings.costs.hourlyCostUsd === null ? null : settings.costs.hourlyCostUsd / 100, 'None'),
    },
    {
      id: 'margin',
      label: label('margin'),
      text:
        settings.costs.margin === null
          ? label('None')
          : intl.formatNumber(settings.costs.margin, { style: 'percent', maximumFractionDigits: 1 }),
    },
    {
      id: 'masking',
      label: label('masking'),
      text: Object.entries(settings.masking)
        .map(([role, kinds]) => {
          const names = (kinds ?? []).map(kind => intl.formatMessage({ id: `PersonalData.Kind.${kind}` }))
          return `${intl.formatMessage({ id: `SignIn.Role.${role}` })}: ${intl.formatList(names)}`
        })
        .join('\n'),
    },
    ...listChanges.map(change => ({
      id: change,
      label: label('listReasons', { status: label(`listReasons.${change}`) }),
      text: settings.listReasons[change].join('\n'),
    })),
    {
      id: 'links',
      label: label('links'),
      text: settings.externalLinks.map(({ name, url, field }) => `${name}: ${url} (${field})`).join('\n'),
    },
    { id: 'tags', label: label('tags'), text: settings.tags.join('\n') },
  ]
}
