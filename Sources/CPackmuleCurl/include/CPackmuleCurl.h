// What Swift takes from the library.
#ifndef CPACKMULE_CURL_H
#define CPACKMULE_CURL_H


#endif
