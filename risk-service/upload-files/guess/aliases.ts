import type { UploadEntity } from '../entities/entities.ts'
import { entityAliases } from './entity-aliases.ts'

/**
 * Other names of attributes, in words of the vocabulary, the most usual first. Every attribute also has its own name.
 * Names apply to all entities, unless one of the entity comes first.
 */
const address = {
  Street1: [
    'street',
    'street 1',
    'address line 1',
    'line 1',
    'address',
    'street address',
    'address 1',
    'address street',
  ],
  Street2: [
    'street 2',
    'address line 2',
    'line 2',
    'address 2',
    'supplement',
    'address supplement',
    'street supplement',
  ],
  Street3: ['street 3', 'address line 3', 'line 3', 'address 3'],
  City: ['city', 'address city', 'city name', 'district'],
  State: ['state', 'address state', 'state code', 'state name', 'st', 'st code'],
  District: ['district'],
  ZipCode: ['zip', 'address zip', 'zip code'],
  CountryCode: ['country', 'address country', 'country name'],
}

const common: Readonly<Record<string, readonly string[]>> = {
  ...address,
  PurchaseId: ['purchase id', 'event id', 'payment id', 'purchase', 'event', 'id', 'billing number', 'billing id'],
  OriginalOrderId: ['previous purchase id', 'previous purchase'],
  UserId: ['user id', 'user', 'entity id', 'sender id', 'sender', 'name sender', 'user email id'],
  FirstName: ['first name', 'first', 'user first name'],
  LastName: ['last name', 'last', 'user last name'],
  Email: ['email', 'email address', 'email id', 'user email'],
  PhoneNumber: ['phone', 'phone number', 'user phone', 'contact number'],
  MerchantLocalDate: [
    'purchase date',
    'event date',
    'date',
    'local date',
    'merchant date',
    'payment date',
    'created date',
    'purchase created date',
    'purchase created',
    'created',
  ],
  CustomerLocalDate: ['user local date', 'user date', 'browser date', 'device date'],
  Currency: ['currency', 'payment currency', 'purchase currency', 'amount currency'],
  DeviceContextId: ['device context id', 'fingerprint session id', 'device session id', 'fingerprint context id'],
  DeviceId: [
    'device id',
    'device',
    'device fingerprint',
    'fingerprint',
    'fingerprint id',
    'browser fingerprint',
    'device serial',
  ],
  ExternalDeviceId: [
    'device id',
    'device',
    'device fingerprint',
    'fingerprint',
    'fingerprint id',
    'browser fingerprint',
    'device serial',
  ],
  ExternalDeviceType: ['device type'],
  SessionId: ['session id', 'session', 'browser session id'],
  IPAddress: [
    'ip',
    'ip address',
    'user ip',
    'remote ip',
    'remote address',
    'source ip',
    'source address',
    'purchase ip',
    'event ip',
    'device ip',
    'login ip',
  ],
  IpAddress: [
    'ip',
    'ip address',
    'user ip',
    'remote ip',
    'remote address',
    'source ip',
    'device ip',
    'signup ip',
    'login ip',
  ],
  Language: ['language', 'language code'],
  TimeZone: ['timezone', 'device timezone', 'browser timezone'],
  Quantity: ['quantity', 'product quantity', 'units'],
  Amount: ['amount', 'chargeback amount', 'refund amount', 'purchase amount', 'payment amount', 'loss amount'],
  Reason: ['reason', 'reason code', 'chargeback reason', 'refund reason', 'chargeback code'],
  Status: ['status', 'chargeback status', 'refund status', 'state'],
  BankEventTimestamp: [
    'bank event date',
    'bank date',
    'event date',
    'date',
    'created date',
    'created',
    'received date',
    'processed date',
  ],
  ExpirationDate: ['expiry date', 'expiry', 'card expiry'],
  MerchantPaymentInstrumentId: [
    'payment instrument id',
    'instrument id',
    'payment type id',
    'card id',
    'payment id',
    'card token id',
    'instrument',
  ],
  CardType: ['card type', 'card name', 'card brand', 'brand'],
  HolderName: ['card holder', 'holder name', 'card holder name', 'card name', 'holder'],
  BIN: ['bin', 'card bin', 'card bin number', 'bank bin', 'first 6', 'card first 6', 'card prefix'],
  LastFourDigits: [
    ...[
      'last 4',
      'last four',
      'last 4 digits',
      'card last 4',
      'card last four',
      'card last 4 digits',
      'card last digits',
    ],
    ...['last digits', 'last 4 card', 'card number last 4', 'card suffix', 'card ending'],
  ],
  ProductId: ['product id', 'product', 'product number', 'product code'],
  Sku: ['sku', 'product sku', 'sku code'],
  ProductName: ['product name', 'product text', 'product title', 'title', 'name', 'text'],
  ChargebackId: ['chargeback id', 'chargeback', 'id', 'chargeback case id', 'case id'],
  RefundId: ['refund id', 'refund', 'id'],
  BankEventId: ['bank event id', 'id', 'authorization id'],
  PaymentProcessor: ['payment processor', 'processor'],
  PayerId: ['paypal billing id', 'paypal id', 'paypal user id'],
  PayerStatus: ['paypal billing status', 'paypal status'],
  BillingAgreementId: ['billing agreement id', 'agreement id', 'payment agreement id'],
  CvvVerify: ['cvv verify', 'cvv status', 'cvv', 'cvv response', 'cvv code'],
  AvsVerify: ['avs verify', 'avs status', 'avs', 'avs response', 'avs code'],
  CavVerify: ['cav verify', 'cav status', 'cav', 'cavv', 'cavv status'],
  AuthorizationResultCode: ['authorization code', 'authorization response code', 'authorization status code'],
  AuthorizationResultText: [
    'authorization text',
    'authorization response text',
    'response text',
    'response reason text',
  ],
  LastPasswordUpdatedDate: ['password updated date', 'password updated'],
  FirstPurchaseDate: ['first purchase date', 'first purchase'],
  EmailValidatedDate: ['email validated date'],
  PhoneNumberValidatedDate: ['phone validated date'],
  LoginInputMethod: ['login type', 'login input type'],
  MembershipType: [
    'user type',
    'user level',
    'user tier',
    'membership',
    'membership tier',
    'tier',
    'user category',
    'category',
  ],
  Market: ['market'],
}

/** Words that may stand before any name of an attribute: the address of a purchase is that of its shipping. */
const prefixes: Readonly<Record<string, readonly string[]>> = {
  Purchases: ['shipping', 'recipient'],
  PaymentInstruments: ['billing', 'card', 'payment', 'user'],
  UpdatePaymentInstrument: ['billing', 'card', 'payment', 'user'],
  UpdateAddress: ['user', 'shipping', 'billing'],
  UpdateAccount: ['user', 'billing'],
  PurchaseStatus: ['purchase'],
  BankEvents: ['bank', 'payment'],
  Chargebacks: ['chargeback', 'case'],
  Refunds: ['refund'],
  Products: ['product'],
  Labels: ['label'],
}
const prefixed = new Set([
  ...Object.keys(address),
  ...['FirstName', 'LastName', 'Email', 'PhoneNumber', 'Status', 'Reason', 'Currency', 'BankEventTimestamp', 'Margin'],
])

/** Attributes of protocols: only their own names mean them, no other words for the same. */
const literal = new Set([
  'TransStatus',
  'TransStatusReason',
  'Name',
  'CountryISO',
  'AccountType',
  'OS',
  'DeviceChannel',
])

/** Returns the names of an attribute, its own first; `isLiteral` if no synonym of their words means it. */
export function aliasesOf(entity: UploadEntity, attribute: string): { names: string[]; isLiteral: boolean } {
  if (literal.has(attribute)) return { names: [attribute], isLiteral: true }
  const other = entityAliases[entity.name]?.[attribute] ?? common[attribute] ?? []
  const before = prefixed.has(attribute) ? (prefixes[entity.name] ?? []) : []
  return {
    names: [attribute, ...other.flatMap(name => [name, ...before.map(each => `${each} ${name}`)])],
    isLiteral: false,
  }
}
