/**
 * Business codes of IRS forms that are not NAICS codes (D39). Each line has three values, separated by tabs: the code, its
 * source, and its industries, closest first. Some codes are a NAICS group with zeros at the end, such as 236100 for 2361. The
 * search finds the group's industries without this list. Such a code is listed only if most owners mean a different industry than
 * the group's first.
 *
 * Sources: `C` is "Principal Business or Professional Activity Codes" in the Instructions for Schedule C (Form 1040), `P` is
 * "Codes for Principal Business Activity" in the Instructions for Forms 1065 and 1120. `?` marks a code that was not checked
 * against its source. We chose the industries by the IRS's titles.
 */
export const taxCodes = `
112900	C?	112990 112910
238900	P	238990
311000	C?	311999 311811
332000	C	332710 332999
339900	C	339999
459990	C?	459999
453990	C?	459999
512200	C?	512240
523900	C?	523940 523999
524140	P?	524113 524114
524150	P?	524126 524127 524128
532400	C?	532490
541400	C?	541430 541410
541600	P	541611 541618
561900	C?	561990
611000	C	611699 611710
621900	C?	621999
624100	C?	624190
711100	C	711190 711130
713900	C?	713990
812190	C?	812199
999000	P	812990 541990 561990 459999
999999	C	812990 541990 561990 459999
`;
