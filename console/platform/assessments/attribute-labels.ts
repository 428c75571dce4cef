import type { ReportAttribute } from '@assay/risk-service/contract'

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
