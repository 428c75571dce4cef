/**
 * The words of column names, by the concept that they mean: English with its abbreviations, German, French, Spanish.
 * Words are lower case without accents.
 */
const wordsOf = {
  // Who and what
  user: `user users usr customer customers cust cstmr custmr client clients clnt buyer purchaser shopper consumer member patron
    visitor profile account accounts acct acc kunde kunden nutzer benutzer mitglied konto besteller kaufer debitor
    utilisateur acheteur compte usuario cliente comprador cuenta person persona`,
  entity: 'entity subject party',
  purchase: `purchase purchases purch order orders ord ordr transaction transactions trans transact tran txn txns tx txs
    trx trxn sale sales checkout booking buy bought sell sold bestellung bestellungs bestell bestellt gekauft ereignis auftrag auftrags kauf transaktion
    transaktions commande achat vente pedido compra venta transaccion event events evt operation operacion vorgang record activity action log request`,
  merchant:
    'merchant merchants merch mer mrch seller vendor retailer handler haendler verkaufer marchand vendeur comerciante comercio vendedor',
  store: 'store stores shop filiale laden magasin boutique tienda sucursal branch outlet',
  device: 'device devices dev machine gerat gerate geraet geraete appareil dispositivo hardware',
  fingerprint: 'fingerprint fingerprints fp dfp',
  context: 'context ctx',
  external: 'external ext',
  session: 'session sess sitzung sesion',
  product:
    'product products prod item items article artikel produkt produit producto articulo goods waren basket cart warenkorb panier carrito',
  sku: 'sku ean gtin upc',
  category:
    'category categories cat catg ctgry categ kategorie categorie categoria segment department group gruppe warengruppe',
  payment: 'zahl payment payments pay paid pmt pymt pmnt zahlung zahlungs bezahlt bezahl paiement pago pagado tender',
  instrument: 'instrument instruments pi zahlungsmittel',
  card: 'card cards cc karte karten carte tarjeta crd creditcard kreditkarte kreditkarten',
  bank: 'bank issuer issuing banque banco',
  chargeback: 'chargeback chargebacks cb cbk chbk dispute disputes ruckbuchung ruckbelastung contestation contracargo',
  refund: 'refund refunds rfnd rfd erstattung ruckerstattung gutschrift remboursement reembolso devolucion',
  label: 'label labels lbl verdict',
  terminal: 'terminal terminals term pos till kasse kassen caisse caja',
  staff: 'staff employee cashier clerk operator mitarbeiter kassierer employe caissier empleado cajero',
  shift: 'shift schicht',
  // Kinds of values
  id: 'id ids identifier ident key ref reference refs guid uuid identifiant identificador clave cle kennung schlussel token handle hash referenz referencia',
  number: 'number no nr num nbr numb nummer numero',
  code: 'code cd iso alpha codigo kurzel kurzzeichen abbr abbreviation',
  name: 'name names nm bezeichnung',
  type: 'type typ types kind art tipo method methode metodo mode modus mean means moyen way forma',
  amount: `amount amounts amt amnt value val price prc total totals ttl tot sum charge charged betrag summe preis wert
    gesamt montant prix somme importe monto precio valor suma grand spend spent`,
  gross: 'gross brutto bruto',
  net: 'net netto neto',
  unit: 'unit einzel unitaire unitario',
  cost: 'cost costs kosten cout coste costo cogs',
  currency:
    'currency currencies ccy curr cur crncy curcy wahrung wahrungs waehrung waehrungs devise monnaie moneda divisa',
  quantity:
    'quantity quantities qty qnty quant count cnt menge anzahl stuck stuckzahl stueck quantite cantidad pieces pcs units',
  date: `date dates dt dte time times tm ts timestamp timestamps datetime tstamp stamp datum zeit zeitpunkt zeitstempel uhrzeit
    fecha hora heure horodatage at on am when utc jour dia occurred happened`,
  tax: 'tax taxes vat gst mwst ust steuer tva taxe iva impuesto impuestos',
  discount: 'discount discounts disc dscnt rebate rabatt nachlass remise reduction descuento rebaja',
  tip: 'tip tips gratuity trinkgeld pourboire propina',
  status: 'status stat stts statut outcome result ergebnis resultat resultado',
  reason: 'reason reasons rsn cause grund motif raison motivo razon why',
  language: 'language lang languages locale sprache langue idioma lengua',
  timezone: 'timezone tz zeitzone',
  ip: 'ip ips inet',
  remote: 'remote src peer',
  contact: 'contact kontakt contacto',
  text: 'text txt description desc beschreibung',
  // Where
  address: 'address addresses addr addrs adr adress adresse anschrift direccion domicilio',
  email: 'email emails mail mails eml courriel correo emailaddr',
  phone:
    'phone phones tel telephone telefon telefono phn ph mobile mob cell cellphone handy msisdn rufnummer fon movil landline',
  street: 'street streets strasse strase str rue calle road',
  line: 'line ln zeile ligne linea',
  city: 'city cities town ort stadt wohnort ville ciudad poblacion municipality locality localidad commune',
  state: 'state states province provinces prov region regions bundesland kanton provincia county estado',
  zip: 'zip zips postal plz postnummer postleitzahl',
  country: 'country countries ctry cntry ctr nation nations land lander pays pais',
  district: 'district bezirk suburb neighborhood barrio quartier',
  // Names
  first: 'first fst given fore vor primer',
  last: 'last lst family',
  holder: 'holder owner inhaber titulaire titular',
  // Parts of a story
  signup: `signup signedup registration registrations registered regist reg register joined join enrolled enrolment enrollment
    onboarded onboarding anmeldung anmelde registrierung registrierungs registriert inscription inscrit registro alta opened opening
    since`,
  created:
    'created creation create crt inserted added made placed submitted erstellt erstellung erstellungs angelegt anlage creado creacion cree',
  updated:
    'updated update upd modified modification changed change mod amended geandert anderung anderungs aktualisiert modifie actualizado',
  shipping:
    'shipping ship shipped shp delivery deliver delivered dispatch dest destination liefer lieferung versand livraison expedition envio entrega',
  recipient: 'recipient receiver consignee empfanger destinataire destinatario',
  billing: 'billing bill invoice rechnung rechnungs facturation facture facturacion factura payer',
  expiry: 'expiry expires expiration expire exp validity ablauf gultig caducidad validite vencimiento',
  digits: 'digits digit ziffern chiffres digitos',
  four: 'four vier quatre cuatro',
  bin: 'bin iin',
  channel: 'channel channels chan kanal canal',
  source: 'source quelle fuente origin',
  browser: 'browser navigateur navegador',
  authorization: 'authorization authorisation auth authorized autorisation autorizacion',
  response: 'response resp reply antwort reponse respuesta',
  processor: 'processor psp gateway acquirer provider',
  sender: 'sender orig originator debtor absender remitente',
  previous: 'previous prev original parent',
  is: 'is has flag ind indicator',
  free: 'free gratis kostenlos gratuit',
  recurring: 'recurring recur recurrence subscription subscr abo abonnement suscripcion',
  validated: 'validated verified confirmed verification validation verifiziert',
  birth: 'birth birthday birthdate geburt geburts naissance nacimiento',
  latitude: 'latitude lat',
  longitude: 'longitude long lng lon',
  fraud: 'fraud isfraud betrug fraude',
} as const

/** Words that say several things at once, also when they are written as two. */
const compounds: Readonly<Record<string, string>> = {
  uid: 'user id',
  cid: 'user id',
  pid: 'product id',
  vname: 'first name',
  nname: 'last name',
  fname: 'first name',
  fnm: 'first name',
  lnm: 'last name',
  forename: 'first name',
  givenname: 'first name',
  vorname: 'first name',
  prenom: 'first name',
  nombre: 'first name',
  lname: 'last name',
  surname: 'last name',
  sname: 'last name',
  familyname: 'last name',
  nachname: 'last name',
  familienname: 'last name',
  zuname: 'last name',
  nom: 'last name',
  apellido: 'last name',
  apellidos: 'last name',
  cardholder: 'card holder',
  karteninhaber: 'card holder',
  nameoncard: 'card holder',
  mcc: 'merchant category code',
  useragent: 'browser agent',
  browserstring: 'browser agent',
  httpuseragent: 'browser agent',
  ua: 'browser agent',
  ipaddr: 'ip address',
  ipv4: 'ip',
  ipv6: 'ip',
  zipcode: 'zip',
  postcode: 'zip',
  pcode: 'zip',
  postalcode: 'zip',
  cp: 'zip',
  fuseauhoraire: 'timezone',
  checkout: 'purchase',
  shipto: 'shipping',
  billto: 'billing',
  expdate: 'expiry date',
  ablaufdatum: 'expiry date',
  validuntil: 'expiry date',
  validthru: 'expiry date',
  goodthru: 'expiry date',
  subtotal: 'sub amount',
  geburtsdatum: 'birth date',
  dob: 'birth date',
  pan: 'card number',
  mid: 'merchant id',
  tid: 'terminal id',
  txid: 'purchase id',
  oid: 'purchase id',
  chb: 'chargeback',
  lastfour: 'last four',
  lastmod: 'updated date',
  lastupdated: 'updated date',
  lastmodified: 'updated date',
  lastupdate: 'updated date',
  turnover: 'amount',
  umsatz: 'amount',
  revenue: 'amount',
}

const concepts = new Map<string, readonly string[]>()
for (const [concept, words] of Object.entries(wordsOf))
  for (const word of words.split(/\s+/)) concepts.set(word, [concept])
for (const [word, meant] of Object.entries(compounds)) concepts.set(word, meant.split(' '))

/** The consonants of a word, each once in a row: `customer` and `cstmr` have the same. */
const skeletonOf = (word: string): string =>
  (word[0] ?? '') +
  word
    .slice(1)
    .replace(/[aeiou]/g, '')
    .replace(/(.)\1+/g, '$1')
/** Concepts of words by what they may be shortened to; null where it could be several. */
const shortened = new Map<string, readonly string[] | null>()
function addShort(short: string, meant: readonly string[]): void {
  const stored = shortened.get(short)
  if (stored === undefined) shortened.set(short, meant)
  else if (stored?.join(' ') !== meant.join(' ')) shortened.set(short, null)
}
for (const [word, meant] of concepts) {
  const skeleton = skeletonOf(word)
  if (skeleton.length >= 3 && skeleton !== word) addShort(skeleton, meant)
  for (let length = 4; length < word.length; length++) addShort(word.slice(0, length), meant)
}

/** Returns the concepts of a word that is in the vocabulary, also in the plural and as a participle. */
export function conceptsOf(word: string): readonly string[] | undefined {
  const found = concepts.get(word)
  if (found !== undefined || word.length < 4) return found
  for (const [ending, ...stems] of endings)
    if (word.endsWith(ending))
      for (const stem of stems) {
        const meant = concepts.get(word.slice(0, -ending.length) + stem)
        if (meant !== undefined) return meant
      }
  return undefined
}
const endings: readonly (readonly [string, ...string[]])[] = [
  ['s', ''],
  ['ed', '', 'e'],
  ['ing', '', 'e'],
]

/** Returns the concepts of a word that is an abbreviation: the beginning or the consonants of words of one concept. */
export const abbreviated = (word: string): readonly string[] | undefined =>
  shortened.get(word) ?? (/[aeiou]/.test(word.slice(1)) ? undefined : (shortened.get(skeletonOf(word)) ?? undefined))
