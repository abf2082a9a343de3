/** The meanings of columns in a table of places, with their headers in the languages of common programs. */
const WORDS = {
  name: "name title place poi label stop waypoint titel titre titulo título nombre nom nome naam namn navn ort lieu lugar luogo название имя tytuł nazwa tytul başlık ad 名称 名稱 名前 标题 標題 タイトル 地点 地點 이름 제목",
  lat: "lat latitude latitud latitudine breite breitengrad geobreite szerokość широта enlem y ycoord lat_dd point_y 纬度 緯度 위도",
  lng: "lng lon long longitude longitud longitudine länge laenge längengrad laengengrad geolänge długość долгота boylam x xcoord lon_dd point_x 经度 經度 経度 경도",
  point:
    "coordinates coordinate coords coord coordenadas coordonnées coordonnees koordinaten coordinate coördinaten współrzędne координаты koordinatlar latlng latlon lat/lng lat/lon lat,lng lat,lon gps geo wkt geometry geom the_geom 坐标 座標 经纬度 좌표",
  address:
    "address adresse dirección direccion indirizzo endereço endereco adres adress adresa адрес 地址 住所 주소",
  url: "url link website web webseite enlace lien sito site google_maps_url 网址 網址 链接 連結 リンク",
  notes:
    "note notes description comment comments remark remarks desc notiz notizen kommentar beschreibung bemerkung nota notas comentario descripción descripcion commentaire remarque descrizione commento opmerking anteckning комментарий описание заметка 备注 備註 附註 附注 评论 評論 留言 註解 描述 メモ コメント 메모",
  tags: "tags labels etiquetas étiquettes etichette schlagwörter 标签 標記 标记 タグ 태그",
  date: "date datum fecha data дата tarih 日期 日付 날짜 start_date startdate date_start begin_date startdatum anfangsdatum beginndatum date_de_début date_début fecha_de_inicio fecha_inicio data_di_inizio data_inizio data_de_início data_início 开始日期 開始日期 起始日期 開始日 시작일",
  // A column with such a header may also contain tags or the number of a day, so its cells decide.
  day: "day tag jour día dia giorno dag dzień день 日 日子 날",
  start:
    "time start starttime start_time begin uhrzeit zeit beginn hora heure ora время 时间 時間 開始 开始 开始时间 開始時間 開始時刻 startzeit heure_de_début heure_début début debut du hora_de_inicio hora_inicio inicio desde ora_di_inizio ora_inizio inizio dal dalle von ab startzeitpunkt anfang 从 從 自 起始时间 起始時間 から 시작 시작시간 시작_시간",
  end: "end endtime end_time ende fin fine конец 结束 結束 結束時間 结束时间 終了 終了時間 終了時刻 endzeit heure_de_fin heure_fin au hasta hora_de_fin hora_fin hora_final al alle ora_di_fine ora_fine bis 至 到 まで 截止 종료 종료시간 종료_시간 until till",
  lastDay:
    "end_date enddate date_end enddatum date_de_fin date_fin fecha_de_fin fecha_fin fecha_final data_di_fine data_fine data_de_fim 结束日期 結束日期 終了日 종료일",
} as const;
export type ColumnMeaning = keyof typeof WORDS;

const MEANINGS = new Map<string, ColumnMeaning>(
  // A header such as `y` means a latitude and no name, so the more exact meanings come last and win.
  (
    [
      "notes",
      "tags",
      "url",
      "address",
      "lastDay",
      "end",
      "start",
      "day",
      "date",
      "name",
      "point",
      "lng",
      "lat",
    ] as const
  ).flatMap((meaning) => WORDS[meaning].split(" ").map((word) => [word, meaning] as const)),
);

/** Maximum number of columns that are read. Google writes five; a line with very many is no header. */
export const MAX_COLUMNS = 200;

/** Returns the column index of each meaning in a header; when a meaning occurs twice, the first column has it. */
export function columnsByMeaning(header: readonly string[]): Map<ColumnMeaning, number> {
  const found = new Map<ColumnMeaning, number>();
  for (const [index, cell] of header.slice(0, MAX_COLUMNS).entries()) {
    const [beforeBracket = ""] = cell.split(/[([]/, 1);
    const meaning = MEANINGS.get(folded(cell)) ?? MEANINGS.get(folded(beforeBracket));
    if (meaning && !found.has(meaning)) found.set(meaning, index);
  }
  return found;
}

/** Normalises a header, so that `Latitude (°)` and `start_time` are recognised. */
function folded(cell: string): string {
  return cell
    .slice(0, 60)
    .normalize("NFKC")
    .trim()
    .toLowerCase()
    .replaceAll(/\s+/g, "_")
    .replace(/[.:*]+$/, "");
}
