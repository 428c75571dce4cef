import { type UploadEntityName, uploadEntities } from '../../../contract/index.ts'
import { findEntity } from '../../../upload-files/entities/entities.ts'

/**
 * Where the attributes of uploaded files are in the bodies of the risk API. One that is not listed here is at the top of
 * the body under its own name in camel case.
 */

const user = ['MembershipType', 'AuthenticationMethod', 'LoginInputMethod', 'LastPasswordUpdatedDate'] as const
const device =
  'HttpSignature HttpUserAgent BrowserHeader BrowserResolution BrowserLanguage TcpSignature SslSignature EnabledCookies EnabledFlash EnabledJavaScript ScreenAspectRatio ScreenColorDepth ScreenResolution SiteHostName DeviceProcessor SessionId TrueIp ProxyIp DeviceId TimeZone UserAgentDetails AppVersion BrowserPackagesList BuildManufacturer BuildModel BuildSdkVersion DataNetworkType DeviceModelName DeviceSystemName DeviceSystemVersion IsBluetoothEnabled SimNetworkCountryISO SimNetworkType SystemUpTime DeviceContextId'
/** Of the first payment instrument: the file of purchases has them beside those of its own file. */
const instrument =
  'PaymentMethod HolderCompanyName SettlementApprovalRequired PaymentCheckoutProvider BinName BinCountryISO BinCardType BinCardAssociation BinBankGroup IsInternationalMoneyTransfer BankIdentifierCode BankName BankZipCode BankState BankCountryISO PaymentCollectionDate InstantPaymentSettlement AutoCaptureEnabled AccountType AuthorizationType AuthorizationResultCode AuthorizationResultText AcquirerId AcquirerCountryISO CvvVerify AvsVerify CavVerify EncryptedCreditCardNumber'
const threeDS =
  'IsThreeDSAuth MessageCategory DeviceChannel ThreeDSServerTransId ThreeDSRequestorAuthenticationInd ThreeRIInd ThreeDSReqPriorAuthMethod TransStatus TransStatusReason ThreeDSCompInd AcsChallengeMandated ThreeDSRequestorChallengeInd ChallengeCompletionInd Eci ShipNameIndicator SuspiciousAccActivity ChAccPwChangeInd ChAccAgeInd ProvisionAttemptsDay ExemptionRaised'
const address = 'Street1 Street2 Street3 City State ZipCode'

const camel = (name: string): string => name[0]?.toLowerCase() + name.slice(1)
const under = (parent: string, names: string): Record<string, string> =>
  Object.fromEntries(names.split(' ').map(name => [name, `${parent}.${camel(name)}`]))

/** The first instrument, and the first product, of a purchase. */
const first = '0'

const paths: Partial<Record<UploadEntityName, Readonly<Record<string, string>>>> = {
  Purchases: {
    ...under('user', `${user.join(' ')} FirstPurchaseDate LoginChallengeType IsEmailValidated UserId`),
    UserFirstName: 'user.firstName',
    UserLastName: 'user.lastName',
    UserEmail: 'user.email',
    UserCreationDate: 'user.creationDate',
    UserUpdateDate: 'user.updateDate',
    UserZipCode: 'user.zipCode',
    UserCountryCode: 'user.country',
    UserTimeZone: 'user.timeZone',
    UserLanguage: 'user.language',
    UserPhoneNumber: 'user.phoneNumber',
    ...under('deviceContext', device),
    IPAddress: 'deviceContext.ipAddress',
    OS: 'deviceContext.os',
    OSFonts: 'deviceContext.osFonts',
    ...under('shippingAddress', address),
    CountryCode: 'shippingAddress.country',
    ShippingFirstName: 'shippingAddress.firstName',
    ShippingLastName: 'shippingAddress.lastName',
    ShippingPhoneNumber: 'shippingAddress.phoneNumber',
    ...under('threeDS', threeDS),
    ...under('organizationLevel1', 'OrganizationId Name CountryISO'),
    ...under(`paymentInstrumentList.${first}`, instrument),
    ...under(`productList.${first}`, 'ProductBrand BuyItAgainOrder PreOrderAvailabilityDate'),
  },
  PaymentInstruments: {
    PurchaseId: '',
    BIN: 'bin',
    IMEI: 'imei',
    PISource: 'piSource',
    ...under('billingAddress', `${address} FirstName LastName PhoneNumber`),
    CountryCode: 'billingAddress.country',
  },
  Products: { PurchaseId: '', COGS: 'cogs' },
  BankEvents: { MRN: 'mrn', MID: 'mid' },
  UpdateAccount: {
    UsercreationDate: 'creationDate',
    UserupdateDate: 'updateDate',
    CountryCode: 'country',
    ...under('deviceContext', 'DeviceContextId Provider DeviceContextDC ExternalDeviceId ExternalDeviceType IpAddress'),
  },
  UpdateAddress: { UserId: '', Addresstype: 'type', CountryCode: 'country' },
  UpdatePaymentInstrument: {
    UserId: '',
    PaymentInstrumenttype: 'type',
    PaymentInstrumentcreationDate: 'creationDate',
    PaymentInstrumentupdateDate: 'updateDate',
    PaymentInstrumentState: 'state',
    BIN: 'bin',
    IMEI: 'imei',
    BillingAddressfirstName: 'billingAddress.firstName',
    BillingAddresslastName: 'billingAddress.lastName',
    BillingAddressphoneNumber: 'billingAddress.phoneNumber',
    ...under('billingAddress', `${address} District`),
    CountryCode: 'billingAddress.country',
  },
  Labels: { TrackingId: '_metadata.trackingId' },
}

/** Returns the path of an attribute in a body; null for one that only says to which parent a row belongs. */
export function pathOfAttribute(entity: UploadEntityName, attribute: string): readonly string[] | null {
  // Rows of loss prevention are no events, and keep the names of their attributes.
  if (uploadEntities[entity].area === 'lossprevention') return [attribute]
  const listed = paths[entity]?.[attribute]
  if (listed === '') return null
  return (listed ?? camel(attribute)).split('.')
}

/** Attributes that are listed and are none of the entity; none, as a test says. */
export const unknownAttributes = (entity: UploadEntityName): string[] =>
  Object.keys(paths[entity] ?? {}).filter(name => !findEntity(entity)?.columns.some(column => column.name === name))
