import { type ReportAttribute, reportAttributes } from '@assay/risk-service/contract'
import type { IntlShape } from 'react-intl'

/** Messages that name the attributes that reports are filtered by. */
export const attributeLabels: Record<ReportAttribute, string> = {
  segment: 'Reports.Attribute.segment',
  category: 'Reports.Attribute.category',
  paymentType: 'Events.Column.PaymentType',
  cardType: 'Events.Column.CardType',
  osFamily: 'Reports.Attribute.osFamily',
  operatingSystem: 'Reports.Attribute.operatingSystem',
  browserFamily: 'Reports.Attribute.browserFamily',
  javaScript: 'Reports.Attribute.javaScript',
  country: 'Events.Column.IpCountry',
}

/** Returns an attribute by its name; undefined for the path of a field. */
export const attributeOf = (name: string): ReportAttribute | undefined => reportAttributes.find(each => each === name)

/** Returns what an attribute is called; a field by which reports are filtered has its path. */
export function attributeName(intl: IntlShape, name: string): string {
  const attribute = attributeOf(name)
  return attribute === undefined ? name : intl.formatMessage({ id: attributeLabels[attribute] })
}
