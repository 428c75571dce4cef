/** The entities of uploaded files, in the order of the pages. */

/** The tabs of data upload. */
export const uploadAreas = ['purchaseprotection', 'lossprevention'] as const
export type UploadArea = (typeof uploadAreas)[number]

interface EntityDefinition {
  area: UploadArea
  /** Entities of one data type are complete, and processed, together only. */
  dataType: string
  /** Attributes that need a column. */
  required: readonly string[]
}

const definitions = {
  Purchases: {
    area: 'purchaseprotection',
    dataType: 'Purchases',
    required: ['PurchaseId', 'MerchantLocalDate', 'TotalAmount', 'Currency', 'UserId'],
  },
  PaymentInstruments: {
    area: 'purchaseprotection',
    dataType: 'Purchases',
    required: ['PurchaseId', 'MerchantPaymentInstrumentId', 'Type'],
  },
  Products: {
    area: 'purchaseprotection',
    dataType: 'Purchases',
    required: ['PurchaseId', 'ProductId'],
  },
  PurchaseStatus: {
    area: 'purchaseprotection',
    dataType: 'PurchaseStatus',
    required: ['PurchaseId', 'StatusType', 'StatusDate'],
  },
  BankEvents: {
    area: 'purchaseprotection',
    dataType: 'BankEvents',
    required: ['BankEventId', 'Type', 'BankEventTimestamp', 'Status', 'PurchaseId'],
  },
  Chargebacks: {
    area: 'purchaseprotection',
    dataType: 'Chargebacks',
    required: ['ChargebackId', 'Status', 'BankEventTimestamp', 'UserId', 'PurchaseId'],
  },
  Refunds: {
    area: 'purchaseprotection',
    dataType: 'Refunds',
    required: ['RefundId', 'Status', 'UserId', 'PurchaseId'],
  },
  Labels: {
    area: 'purchaseprotection',
    dataType: 'Labels',
    required: ['EventTimeStamp', 'LabelObjectType', 'LabelObjectId', 'LabelSource'],
  },
  UpdateAccount: {
    area: 'purchaseprotection',
    dataType: 'Account',
    required: ['UserId'],
  },
  UpdateAddress: {
    area: 'purchaseprotection',
    dataType: 'Account',
    required: ['UserId'],
  },
  UpdatePaymentInstrument: {
    area: 'purchaseprotection',
    dataType: 'Account',
    required: ['UserId', 'MerchantPaymentInstrumentId'],
  },
  Transactions: {
    area: 'lossprevention',
    dataType: 'LossPrevention',
    required: [
      'TERMINAL',
      'COSTAMOUNT',
      'CUSTOMERACCOUNT',
      'TRANSACTIONSTATUS',
      'WAREHOUSE',
      'NETAMOUNT',
      'STAFF',
      'TRANSACTIONNUMBER',
      'TRANSACTIONDATE',
      'OPERATINGUNITNUMBER',
      'DISCOUNTAMOUNTWITHOUTTAX',
      'NETPRICE',
      'PARTITION',
      'DATAAREAID',
      'SYNCSTARTDATETIME',
    ],
  },
  Sales: {
    area: 'lossprevention',
    dataType: 'LossPrevention',
    required: [
      'TERMINAL',
      'TRANSACTIONNUMBER',
      'COSTAMOUNT',
      'CUSTOMERACCOUNT',
      'CASHDISCOUNTAMOUNT',
      'GIFTCARD',
      'WAREHOUSE',
      'LINEDISCOUNT',
      'LINEMANUALDISCOUNTAMOUNT',
      'LINEMANUALDISCOUNTPERCENTAGE',
      'LINENUMBER',
      'NETAMOUNT',
      'NETAMOUNTINCLUSIVETAX',
      'NETPRICE',
      'ORIGINALPRICE',
      'PERIODICDISCOUNTAMOUNT',
      'PRICE',
      'ISPRICECHANGE',
      'QUANTITY',
      'REQUESTEDRECEIPTDATE',
      'RETURNTRANSACTIONNUMBER',
      'SALESTAXAMOUNT',
      'TOTALDISCOUNT',
      'TRANSACTIONSTATUS',
      'CATEGORYNAME',
      'OPERATINGUNITNUMBER',
      'DISCOUNTAMOUNTWITHOUTTAX',
      'PARTITION',
      'DATAAREAID',
      'SYNCSTARTDATETIME',
    ],
  },
  Payments: {
    area: 'lossprevention',
    dataType: 'LossPrevention',
    required: [
      'AMOUNTINACCOUNTINGCURRENCY',
      'AMOUNTTENDERED',
      'ISPREPAYMENT',
      'LINENUMBER',
      'QUANTITY',
      'RECEIPTID',
      'TENDERTYPE',
      'TERMINAL',
      'TRANSACTIONNUMBER',
      'TRANSACTIONSTATUS',
      'OPERATINGUNITNUMBER',
      'VOIDSTATUS',
      'AMOUNTTENDEREDADJUSTMENT',
      'STAFF',
      'PARTITION',
      'DATAAREAID',
      'SYNCSTARTDATETIME',
    ],
  },
  PaymentMethod: {
    area: 'lossprevention',
    dataType: 'LossPrevention',
    required: ['PAYMENTMETHODNUMBER', 'DEFAULTFUNCTION', 'NAME'],
  },
} as const satisfies Record<string, EntityDefinition>

export type UploadEntityName = keyof typeof definitions
export const uploadEntities: Readonly<Record<UploadEntityName, EntityDefinition>> = definitions
export const uploadEntityNames = Object.keys(definitions) as [UploadEntityName, ...UploadEntityName[]]

/** Returns the entities of the data type of an entity, itself among them. */
export const entitiesOfDataType = (entity: UploadEntityName): UploadEntityName[] =>
  uploadEntityNames.filter(name => uploadEntities[name].dataType === uploadEntities[entity].dataType)
